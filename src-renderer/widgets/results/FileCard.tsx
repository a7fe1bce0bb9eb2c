import { FileQuestionMark } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { ViewerProps } from './ViewerProps.ts'

/** A file nothing here can show: kept as it came, and said to be so. */
export function FileCard({ asset }: ViewerProps) {
  return (
    <EmptyState icon={<FileQuestionMark aria-hidden />} title={t('media.unknown_title')}>
      {t('media.unknown_words', { format: asset.format.toUpperCase(), size: formatBytes(asset.bytes) })}
    </EmptyState>
  )
}
