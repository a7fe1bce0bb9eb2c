import { formatName } from '../../../../src-preload/shared/formatName.ts'
import { FileQuestionMark } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { formatBytes } from '../../../lib/format/bytes.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { canDragOut } from '../actions/dragOut.ts'
import type { ViewerProps } from '../ViewerProps.ts'
import styles from './FileCard.module.css'

/** Placeholder for a file without a viewer. */
export function FileCard({ asset }: ViewerProps) {
  return (
    <div className={styles.card} draggable={canDragOut(asset)}>
      <EmptyState icon={<FileQuestionMark aria-hidden />} title={t('media.unknown_title')}>
        {t('media.unknown_text', { format: formatName(asset.format), size: formatBytes(asset.bytes) })}
      </EmptyState>
    </div>
  )
}
