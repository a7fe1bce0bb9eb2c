import { FileQuestionMark } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { ViewerProps } from './ViewerProps.ts'

/** Placeholder for a file without a viewer. */
export function FileCard({ asset }: ViewerProps) {
  return (
    <EmptyState icon={<FileQuestionMark aria-hidden />} title={t('media.unknown_title')}>
      {t('media.unknown_words', { format: asset.format.toUpperCase(), size: formatBytes(asset.bytes) })}
    </EmptyState>
  )
}
