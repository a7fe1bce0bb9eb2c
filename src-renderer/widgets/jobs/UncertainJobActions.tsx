import { useState } from 'react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { PriceConfirmDialog } from './PriceConfirmDialog.tsx'
import { LostJobDialog } from './LostJobDialog.tsx'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'

/** The three decisions about an uncertain job: enter its request id, send it again, or close it. */
export function UncertainJobActions({ job }: { job: Pick<Job, 'id' | 'price'> }) {
  const [openDialog, setOpenDialog] = useState<'enterId' | 'send_again' | 'close'>()
  const close = () => setOpenDialog(undefined)
  const decide = useApiMutation('jobs.decide', { onDone: close })
  const { id, price } = job
  return (
    <>
      <Button onClick={() => setOpenDialog('enterId')}>{t('queue.have_id')}</Button>
      <Button onClick={() => setOpenDialog('send_again')}>{t('queue.send_again')}</Button>
      <Button variant="quiet" onClick={() => setOpenDialog('close')}>
        {t('queue.close')}
      </Button>
      {openDialog === 'send_again' && (
        <PriceConfirmDialog
          id={id}
          title={t('queue.again_title')}
          verb={t('queue.again_do')}
          isDanger
          busy={decide.isPending}
          onClose={close}
          onConfirm={(confirmation) => decide.mutate({ id, choice: 'send_again', ...confirmation })}
        >
          <p>
            {price === null
              ? t('queue.again_text_unpriced')
              : t('queue.again_text', { price: formatMoney(price) })}
          </p>
        </PriceConfirmDialog>
      )}
      {(openDialog === 'enterId' || openDialog === 'close') && (
        <LostJobDialog id={id} action={openDialog} onClose={close} />
      )}
    </>
  )
}

/** Why a job is uncertain: no response, or a response without a request id. */
export function uncertainCause(problem: Problem | null): string {
  if (problem?.code === 'interrupted') return t('jobs.cause_interrupted')
  const status = problem?.params?.['status']
  if (typeof status !== 'number') return t('jobs.cause_no_answer')
  if (status < 300) return t('jobs.cause_unreadable')
  return status < 400 ? t('jobs.cause_redirected', { status }) : t('jobs.cause_answered', { status })
}

/** What the balance suggests about whether an unconfirmed job was charged; the user decides. */
export function ChargeHint({ jobId, className }: { jobId: string; className: string | undefined }) {
  const { data } = useApiQuery('balance.hints', undefined)
  const hint = data?.hints.find(({ id }) => id === jobId)
  return hint ? <p className={className}>{t(`balance.hint_${hint.suggests}`)}</p> : null
}
