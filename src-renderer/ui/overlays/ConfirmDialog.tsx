import { t } from '../../i18n/t.ts'
import { Button } from '../buttons/Button.tsx'
import { Dialog } from './Dialog.tsx'

interface Props {
  title: string
  text: string
  /** Label of the confirming button. */
  confirm: string
  /** Label of the other button; "Cancel" unless that is ambiguous. */
  dismiss?: string
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Confirms an action that can't be undone. */
export function ConfirmDialog({
  title,
  text,
  confirm,
  dismiss = t('common.cancel'),
  busy,
  onClose,
  onConfirm,
}: Props) {
  return (
    <Dialog
      size="small"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{dismiss}</Button>
          <Button variant="danger" disabled={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  )
}
