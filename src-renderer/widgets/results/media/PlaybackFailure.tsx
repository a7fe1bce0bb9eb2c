import { FileX } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { bridge } from '../../../host/bridge.ts'

/** Shown instead of a video or an audio file that can't be played, with the reason. */
export function PlaybackFailure({ reason, format }: { reason: PlaybackFailureReason; format: string }) {
  return (
    <EmptyState icon={<FileX aria-hidden />} title={t(`media.${reason}`)}>
      {t(`media.${reason}_text`, { format: format.toUpperCase() })}
    </EmptyState>
  )
}

/** `missing`: the file doesn't exist; `unsupported`: it exists but can't be played. */
export type PlaybackFailureReason = 'missing' | 'unsupported'

/** Why a media file can't be played; undefined if there was no error. */
export function usePlaybackFailure(
  element: HTMLMediaElement | null,
  id: string,
): PlaybackFailureReason | undefined {
  const [failure, setFailure] = useState<{ id: string; reason: PlaybackFailureReason }>()
  useEffect(() => {
    if (element === null) return
    const onError = () => {
      // A media element reports a missing file and an unknown codec the same way, so this tries to read the file.
      bridge()
        .media.read('asset', id)
        .then(
          () => setFailure({ id, reason: 'unsupported' }),
          () => setFailure({ id, reason: 'missing' }),
        )
    }
    element.addEventListener('error', onError)
    return () => element.removeEventListener('error', onError)
  }, [element, id])
  return failure?.id === id ? failure.reason : undefined
}
