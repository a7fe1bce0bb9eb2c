import { useState } from 'react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { PriceConfirmDialog } from './PriceConfirmDialog.tsx'

/** Whether a job waits for its new price to be accepted. */
export const waitsForPrice = ({ state, problem }: Job): boolean =>
  state === 'queued' && problem?.code === 'price_changed'

/** Accepts the new, higher price of a job. */
export function AcceptPrice({ job: { id, price } }: { job: Job }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const accept = useApiMutation('jobs.accept_price', { onDone: close })
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('queue.accept_price')}
      </Button>
      {isOpen && (
        <PriceConfirmDialog
          id={id}
          title={t('queue.accept_title')}
          verb={t('queue.accept_do')}
          needsPrice
          busy={accept.isPending}
          onClose={close}
          onConfirm={({ quote }) => quote && accept.mutate({ id, quote })}
        >
          <p>{t('queue.accept_words', { price: formatMoney(price ?? 0) })}</p>
        </PriceConfirmDialog>
      )}
    </>
  )
}
