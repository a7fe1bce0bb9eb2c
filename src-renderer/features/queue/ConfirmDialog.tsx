import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

interface Props {
  title: string
  words: string
  /** The button says what it does. */
  confirm: string
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({ title, words, confirm, busy, onClose, onConfirm }: Props) {
  return (
    <Dialog
      size="small"
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
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
