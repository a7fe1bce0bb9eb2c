import { t } from '../../../i18n/t.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import rowStyles from '../../../ui/layout/row.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './FileCard.module.css'
import type { Pending } from './useFileImport.ts'

/** A file that is being added to the library. */
export function PendingFile({ file }: { file: Pending }) {
  return (
    <div className={styles.card} role="status">
      <span className={styles.thumb}>
        <Spinner />
      </span>
      <span className={rowStyles.text}>
        <span className={textStyles.clamp}>{t('files.taking', { name: file.name })}</span>
        <span className={textStyles.note}>{formatBytes(file.bytes)}</span>
      </span>
      <span className={styles.flow} aria-hidden />
    </div>
  )
}
