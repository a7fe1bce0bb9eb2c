import { useState } from 'react'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { pricedButton } from '../../../lib/pricedButton.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

/** Accepts the new, higher prices of a batch. */
export function AcceptPrices({ batch }: { batch: Batch }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('queue.accept_price')}
      </Button>
      {isOpen && <AcceptDialog batch={batch} onClose={() => setOpen(false)} />}
    </>
  )
}

function AcceptDialog({ batch: { id, held }, onClose }: { batch: Batch; onClose: () => void }) {
  const requote = useApiQuery('batches.requote', { id }, { staleTime: 0, dropUnused: true })
  const { refetch } = requote
  const accept = useApiMutation('batches.accept_price', { onDone: onClose })
  const quote = requote.isFetching ? undefined : requote.data
  const isPriced = quote !== undefined && quote.unpriced === 0
  return (
    <Dialog
      size="small"
      title={t('queue.accept_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            disabled={accept.isPending || !isPriced}
            onClick={() =>
              quote && accept.mutate({ id, total: quote.total }, { onError: () => void refetch() })
            }
            {...(isPriced
              ? pricedButton(quote.total, (price) => t('queue.accept_jobs', { count: quote.jobs, price }))
              : {
                  children: requote.isFetching
                    ? t('queue.word_pricing', { word: t('queue.accept_do') })
                    : t('queue.accept_do'),
                })}
          />
        </>
      }
    >
      <p>{t('queue.accept_words_batch', { price: formatMoney(held) })}</p>
      {requote.error && <p role="alert">{problemMessage(problemOf(requote.error)).what}</p>}
      {quote && quote.unpriced > 0 && (
        <p role="alert">{t('queue.accept_unpriced', { count: quote.unpriced })}</p>
      )}
    </Dialog>
  )
}
