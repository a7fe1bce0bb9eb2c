import { type SubmitEvent, useId, useState } from 'react'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { t } from '../../i18n/t.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import fieldStyles from '../../ui/layout/field.module.css'

interface Props {
  id: string
  action: 'enterId' | 'close'
  /** Called after the decision or a cancellation. */
  onClose: () => void
}

/** Dialog that asks for a job's request id, or confirms that the job is closed without one. */
export function LostJobDialog({ id, action, onClose }: Props) {
  const decide = useApiMutation('jobs.decide', { onDone: onClose })
  const common = { busy: decide.isPending, onClose }
  if (action === 'enterId')
    return (
      <RequestIdDialog
        {...common}
        onRequestId={(requestId) => decide.mutate({ id, choice: 'found', requestId })}
      />
    )
  return (
    <ConfirmDialog
      {...common}
      title={t('queue.close_title')}
      text={t('queue.close_text')}
      confirm={t('queue.close_do')}
      onConfirm={() => decide.mutate({ id, choice: 'close' })}
    />
  )
}

interface RequestIdDialogProps {
  busy: boolean
  onClose: () => void
  onRequestId: (requestId: string) => void
}

/** Form for the id of a request whose response was lost. */
function RequestIdDialog({ busy, onClose, onRequestId }: RequestIdDialogProps) {
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
      title={t('queue.found_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={busy}>
            {t('queue.found_do')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className={fieldStyles.form}>
        <p>{t('queue.found_text')}</p>
        <TextField
          label={t('queue.found_label')}
          value={text}
          onValueChange={setText}
          spellCheck={false}
          autoComplete="off"
          error={wasSubmitted && !isRequestId(id) ? t('queue.found_bad') : undefined}
        />
      </form>
    </Dialog>
  )
}

/** Whether a pasted text is a request id of the service: a UUID. */
const isRequestId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
