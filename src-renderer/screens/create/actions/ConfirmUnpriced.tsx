import { t } from '../../../i18n/t.ts'
import type { ProblemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import styles from './CreateActions.module.css'

interface Props {
  reason: ProblemMessage
  onCancel: () => void
  onConfirm: () => void
}

/** Confirms a run without a price. */
export function ConfirmUnpriced({ reason, onCancel, onConfirm }: Props) {
  return (
    <Dialog
      size="small"
      title={t('create.confirm_title')}
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <Button variant="primary" onClick={onConfirm}>
            {t('create.confirm_run')}
          </Button>
        </>
      }
    >
      <p>{t('create.confirm_text')}</p>
      <p className={styles.detail}>
        {reason.summary} {reason.serviceMessage}
      </p>
    </Dialog>
  )
}
