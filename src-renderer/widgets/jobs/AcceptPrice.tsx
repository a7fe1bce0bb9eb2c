import { useState } from 'react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { useAct } from '../../host/useAct.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../ui/Button.tsx'
import { AgainDialog } from './AgainDialog.tsx'

/** Whether a job waits for its new price to be accepted. */
export const waitsForPrice = ({ state, problem }: Job): boolean =>
  state === 'queued' && problem?.code === 'price_changed'

/** Accepts the new, higher price of a job. */
export function AcceptPrice({ job: { id, price } }: { job: Job }) {
  const [isAsking, setAsking] = useState(false)
  const stop = () => setAsking(false)
  const accept = useAct('jobs.accept_price', { onDone: stop })
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {t('queue.accept_price')}
      </Button>
      {isAsking && (
        <AgainDialog
          id={id}
          title={t('queue.accept_title')}
          verb={t('queue.accept_do')}
          needsPrice
          busy={accept.isPending}
          onClose={stop}
          onAgain={({ quote }) => quote && accept.mutate({ id, quote })}
        >
          <p>{t('queue.accept_words', { price: formatMoney(price ?? 0) })}</p>
        </AgainDialog>
      )}
    </>
  )
}
