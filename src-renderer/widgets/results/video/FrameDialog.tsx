import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'
import { t } from '../../../i18n/t.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { UsesList } from '../uses/UsesList.tsx'
import fieldStyles from '../../../ui/field.module.css'
import textStyles from '../../../ui/text.module.css'
import styles from './VideoViewer.module.css'

/** Shows a captured frame and the tasks that accept it. */
export function FrameDialog({ frame, onClose }: { frame: Asset; onClose: () => void }) {
  return (
    <Dialog size="small" title={t('media.frame_taken')} onClose={onClose}>
      <div className={fieldStyles.form}>
        <img className={styles.frame} src={bridge().media.url('asset', frame.id)} alt={t('media.frame')} />
        <p className={textStyles.label}>{t('media.frame_kept')}</p>
        <UsesList id={frame.id} onUsed={onClose} />
      </div>
    </Dialog>
  )
}
