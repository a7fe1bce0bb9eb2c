import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

interface Props {
  count: number
  onClose: () => void
  onConfirm: () => void
}

export function EmptyTrashDialog({ count, onClose, onConfirm }: Props) {
  const confirm = () => {
    onConfirm()
    onClose()
  }
  return (
    <Dialog
      size="small"
      title={t('gallery.empty_trash_title')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="danger" onClick={confirm}>
            {t('gallery.empty_trash_do')}
          </Button>
        </>
      }
    >
      {t('gallery.empty_trash_words', { count })}
    </Dialog>
  )
}
