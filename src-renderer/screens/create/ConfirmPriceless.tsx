import { t } from '../../i18n/t.ts'
import type { ProblemMessage } from '../../lib/problemMessage.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './CreateFoot.module.css'

interface Props {
  why: ProblemMessage
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before a run without a price. */
export function ConfirmPriceless({ why, onCancel, onConfirm }: Props) {
  return (
    <Dialog
      size="small"
      title={t('create.confirm_title')}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button look="primary" onClick={onConfirm}>
            {t('create.confirm_run')}
          </Button>
        </>
      }
    >
      <p>{t('create.confirm_words')}</p>
      <p className={styles.detail}>
        {why.what} {why.service}
      </p>
    </Dialog>
  )
}
