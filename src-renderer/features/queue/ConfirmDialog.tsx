import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

interface Props {
  title: string
  words: string
  /** The button says what it does. */
  confirm: string
  /** What the other button says; "Cancel" where that can't be misread. */
  dismiss?: string
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  words,
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
          <Button look="danger" disabled={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {words}
    </Dialog>
  )
}
