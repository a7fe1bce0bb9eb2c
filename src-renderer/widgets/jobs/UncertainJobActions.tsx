import { useState, type SubmitEvent, useId } from 'react'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { PriceConfirmDialog } from '../prices/PriceConfirmDialog.tsx'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import fieldStyles from '../../ui/layout/field.module.css'

/** The three decisions about an uncertain job: enter its request id, send it again, or close it. */
export function UncertainJobActions({ job }: { job: Pick<Job, 'id' | 'price'> }) {
  const [openDialog, setOpenDialog] = useState<'enterId' | 'send_again' | 'close'>()
  const close = () => setOpenDialog(undefined)
  const decide = useApiMutation('jobs.resolve_uncertain', {
    // The user may have opened another dialog meanwhile.
    onDone: () => setOpenDialog((open) => (open === 'send_again' ? undefined : open)),
  })
  const { id, price } = job
  return (
    <>
      <Button onClick={() => setOpenDialog('enterId')}>{t('queue.enter_id')}</Button>
      <Button onClick={() => setOpenDialog('send_again')}>{t('queue.resend')}</Button>
      <Button variant="quiet" onClick={() => setOpenDialog('close')}>
        {t('queue.stop_tracking')}
      </Button>
      {openDialog === 'send_again' && (
        <PriceConfirmDialog
          id={id}
          title={t('queue.resend_title')}
          actionLabel={t('queue.resend_confirm')}
          isDanger
          isBusy={decide.isPending}
          onClose={close}
          onConfirm={(confirmation) => decide.mutate({ id, choice: 'send_again', ...confirmation })}
        >
          <p>
            {price === null
              ? t('queue.resend_text_unpriced')
              : t('queue.resend_text', { price: formatMoney(price) })}
          </p>
        </PriceConfirmDialog>
      )}
      {(openDialog === 'enterId' || openDialog === 'close') && (
        <JobDecisionDialog id={id} action={openDialog} onClose={close} />
      )}
    </>
  )
}

/** Why a job is uncertain: an interrupted submit, no response, or one without a request id. */
export function uncertainCause(problem: Problem | null): string {
  if (problem?.code === 'interrupted') return t('jobs.cause_interrupted')
  const { params } = problem ?? {}
  const status = params && 'status' in params ? params.status : undefined
  if (status === undefined) return t('jobs.cause_no_reply')
  if (status < 300) return t('jobs.cause_unreadable')
  return status < 400 ? t('jobs.cause_redirected', { status }) : t('jobs.cause_error_reply', { status })
}

/** What the balance suggests about whether an unconfirmed job was charged; the user decides. */
export function ChargeHint({ jobId, className }: { jobId: string; className: string | undefined }) {
  const { data } = useApiQuery('balance.hints', undefined)
  const hint = data?.hints.find(({ id }) => id === jobId)
  return hint ? <p className={className}>{t(`balance.hint_${hint.suggests}`)}</p> : null
}

interface Props {
  id: string
  action: 'enterId' | 'close'
  /** Called after the decision or a cancellation. */
  onClose: () => void
}

/** Dialog that asks for a job's request id, or confirms that the job is closed without one. */
export function JobDecisionDialog({ id, action, onClose }: Props) {
  const decide = useApiMutation('jobs.resolve_uncertain')
  // Not called after the dialog was closed.
  const whileMounted = { onSuccess: onClose }
  const common = { isBusy: decide.isPending, onClose }
  if (action === 'enterId')
    return (
      <RequestIdDialog
        {...common}
        onRequestId={(requestId) => decide.mutate({ id, choice: 'found', requestId }, whileMounted)}
      />
    )
  return (
    <ConfirmDialog
      {...common}
      title={t('queue.stop_tracking_title')}
      text={t('queue.stop_tracking_text')}
      confirmLabel={t('queue.stop_tracking_confirm')}
      onConfirm={() => decide.mutate({ id, choice: 'close' }, whileMounted)}
    />
  )
}

interface RequestIdDialogProps {
  isBusy: boolean
  onClose: () => void
  onRequestId: (requestId: string) => void
}

/** Form for the id of a request whose response was lost. */
function RequestIdDialog({ isBusy, onClose, onRequestId }: RequestIdDialogProps) {
  const [text, setText] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const formId = useId()
  const id = text.trim()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isRequestId(id)) onRequestId(id)
  }
  return (
    <Dialog
      title={t('queue.recover_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={isBusy}>
            {t('queue.recover_confirm')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className={fieldStyles.form}>
        <p>{t('queue.recover_text')}</p>
        <TextField
          label={t('queue.recover_id_label')}
          value={text}
          onValueChange={setText}
          spellCheck={false}
          autoComplete="off"
          error={wasSubmitted && !isRequestId(id) ? t('queue.recover_id_invalid') : undefined}
        />
      </form>
    </Dialog>
  )
}

/** Whether a pasted text is a request id of the service: a UUID. */
const isRequestId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
