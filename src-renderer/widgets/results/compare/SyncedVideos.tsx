import { useCallback, useEffect, useRef, useState } from 'react'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { playerCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { t } from '../../../i18n/t.ts'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import { PlaybackFailure, PlayerBar, usePlaybackFailure } from '../media/PlayerBar.tsx'
import { durationInSeconds, playerHandlers, useMedia } from '../media/useMedia.ts'
import { Pane } from './Pane.tsx'
import { keepInSync } from './keepInSync.ts'
import { fileUrl } from '../../../host/fileUrl.ts'
import styles from './CompareDialog.module.css'

/**
 * Videos side by side, played in sync with one set of controls. One that can't be played shows why and isn't synced. Only the first of the
 * others has sound.
 */
export function SyncedVideos({ details }: { details: readonly AssetDetail[] }) {
  const [elements, setElements] = useState<ReadonlyMap<string, HTMLVideoElement>>(new Map())
  const onElement = useCallback(
    (id: string, element: HTMLVideoElement | null) =>
      setElements((old) => {
        const others = [...old].filter(([key]) => key !== id)
        return new Map(element ? [...others, [id, element]] : others)
      }),
    [],
  )
  const assets = details.flatMap(({ asset }) => (elements.has(asset.id) ? [asset] : []))
  // The longest one leads, so that all play to their end.
  const longest = assets.toSorted((a, b) => (b.durationMs ?? 0) - (a.durationMs ?? 0))[0]
  const leader = (longest && elements.get(longest.id)) ?? null
  const [isMuted, setMuted] = useState(false)
  const audibleId = isMuted ? undefined : assets[0]?.id
  const media = { ...useMedia(leader, longest ? durationInSeconds(longest) : null), isMuted, setMuted }
  const player = useRef<HTMLDivElement>(null)
  useShortcuts('full', player, playerCommands, playerHandlers(media))
  useEffect(() => {
    if (leader === null) return
    const stops = [...elements.values()].flatMap((element) =>
      element === leader ? [] : keepInSync(leader, element),
    )
    return () => stops.forEach((stop) => stop())
  }, [leader, elements])
  return (
    <>
      {details.map((detail, index) => (
        <Pane
          key={detail.asset.id}
          compared={{ id: detail.asset.id, detail, error: null, reload: () => {} }}
          number={index + 1}
        >
          {(shown) => (
            <Video
              detail={shown}
              element={elements.get(shown.asset.id) ?? null}
              isMuted={shown.asset.id !== audibleId}
              onElement={onElement}
              onClick={media.toggle}
            />
          )}
        </Pane>
      ))}
      <div ref={player} className={styles.player}>
        <PlayerBar element={leader} media={media} withTenths />
      </div>
    </>
  )
}

interface VideoProps {
  detail: AssetDetail
  element: HTMLVideoElement | null
  isMuted: boolean
  onElement: (id: string, element: HTMLVideoElement | null) => void
  onClick: () => void
}

function Video({ detail: { asset, title }, element, isMuted, onElement, onClick }: VideoProps) {
  const { id } = asset
  const ref = useCallback((element: HTMLVideoElement | null) => onElement(id, element), [id, onElement])
  const failure = usePlaybackFailure(element, id)
  if (failure) return <PlaybackFailure reason={failure} format={asset.format} />
  return (
    // The spoken text of a generated video is unknown, so there are no captions.
    <video
      ref={ref}
      className={styles.video}
      src={fileUrl(id)}
      aria-label={title.trim() || t('gallery.untitled')}
      muted={isMuted}
      playsInline
      preload="auto"
      onClick={onClick}
    />
  )
}
