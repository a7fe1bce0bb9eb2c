import { FileX } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import type { MediaFailure } from './usePlaybackFailure.ts'

/** Shown instead of a video or an audio file that can't be played, with the reason. */
export function MediaBroken({ reason, format }: { reason: MediaFailure; format: string }) {
  return (
    <EmptyState icon={<FileX aria-hidden />} title={t(`media.${reason}`)}>
      {t(`media.${reason}_words`, { format: format.toUpperCase() })}
    </EmptyState>
  )
}
