import { useState } from 'react'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { useAct } from '../../../host/useAct.ts'
import { useRoute } from '../../../host/useRoute.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { pricedButton } from '../../../lib/buttonMoney.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

/** Accepts the new, higher prices of a batch. */
export function AcceptPrices({ batch }: { batch: Batch }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {t('queue.accept_price')}
      </Button>
      {isAsking && <AcceptDialog batch={batch} onClose={() => setAsking(false)} />}
    </>
  )
}

function AcceptDialog({ batch: { id, held }, onClose }: { batch: Batch; onClose: () => void }) {
  const asked = useRoute('batches.requote', { id }, { staleTime: 0, forget: true })
  const { refetch } = asked
  const accept = useAct('batches.accept_price', { onDone: onClose })
  const answer = asked.isFetching ? undefined : asked.data
  const isPriced = answer !== undefined && answer.unpriced === 0
  return (
    <Dialog
      size="small"
      title={t('queue.accept_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            look="primary"
            disabled={accept.isPending || !isPriced}
            onClick={() =>
              answer && accept.mutate({ id, total: answer.total }, { onError: () => void refetch() })
            }
            {...(isPriced
              ? pricedButton(answer.total, (price) => t('queue.accept_jobs', { count: answer.jobs, price }))
              : {
                  children: asked.isFetching
                    ? t('queue.word_pricing', { word: t('queue.accept_do') })
                    : t('queue.accept_do'),
                })}
          />
        </>
      }
    >
      <p>{t('queue.accept_words_batch', { price: formatMoney(held) })}</p>
      {asked.error && <p role="alert">{problemMessage(problemOf(asked.error)).what}</p>}
      {answer && answer.unpriced > 0 && (
        <p role="alert">{t('queue.accept_unpriced', { count: answer.unpriced })}</p>
      )}
    </Dialog>
  )
}
