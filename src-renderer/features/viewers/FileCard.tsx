import { FileText } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { formatBytes } from '../../lib/bytes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { ViewerProps } from './ViewerProps.ts'

/** A file of a kind without a viewer: what it is, and that it is there. */
export function FileCard({ asset, detail }: ViewerProps) {
  return (
    <EmptyState icon={<FileText aria-hidden />} title={detail.fileName}>
      {asset.format.toUpperCase()} · {formatBytes(asset.bytes)}. {t('viewers.file_card')}
    </EmptyState>
  )
}
