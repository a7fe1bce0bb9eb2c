import { FileX } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import type { MediaFailure } from './useFailure.ts'

/** A video or an audio file that cannot be played: why, and what can still be done with it. */
export function MediaBroken({ why, format }: { why: MediaFailure; format: string }) {
  return (
    <EmptyState icon={<FileX aria-hidden />} title={t(`media.${why}`)}>
      {t(`media.${why}_words`, { format: format.toUpperCase() })}
    </EmptyState>
  )
}
