import { t } from '../../i18n/t.ts'
import { Button } from '../buttons/Button.tsx'
import { Dialog } from './Dialog.tsx'

interface Props {
  title: string
  text: string
  confirmLabel: string
  /** "Cancel" by default; needed where that is ambiguous. */
  cancelLabel?: string
  /** Disables the confirming button. */
  isBusy?: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks the user to confirm an action that can't be undone. */
export function ConfirmDialog({
  title,
  text,
  confirmLabel,
  cancelLabel = t('common.cancel'),
  isBusy = false,
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
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button variant="danger" disabled={isBusy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {text}
    </Dialog>
  )
}
