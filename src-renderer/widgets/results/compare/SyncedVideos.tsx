import { useEffect, useState } from 'react'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'
import { t } from '../../../i18n/t.ts'
import { PlayerBar } from '../media/PlayerBar.tsx'
import { durationInSeconds, useMedia } from '../media/useMedia.ts'
import { Pane } from './Pane.tsx'
import { followMedium } from './followMedium.ts'
import styles from './CompareDialog.module.css'

/** Videos side by side, played in sync by one control. Only the first one is heard. */
export function SyncedVideos({ details }: { details: readonly AssetDetail[] }) {
  const [elements, setElements] = useState<ReadonlyMap<string, HTMLVideoElement>>(new Map())
  // The longest one leads, so that all are seen to their end.
  const longest = details.toSorted((a, b) => (b.asset.durationMs ?? 0) - (a.asset.durationMs ?? 0))[0]
  const leader = (longest && elements.get(longest.asset.id)) ?? null
  const media = useMedia(leader, longest ? durationInSeconds(longest.asset) : null)
  useEffect(() => {
    if (leader === null) return
    const stops = [...elements.values()].flatMap((element) =>
      element === leader ? [] : followMedium(leader, element),
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
          {({ asset, title }) => (
            // The spoken text of a generated video is unknown, so there are no captions.
            <video
              ref={(element) => {
                if (element === null) return
                setElements((old) => new Map([...old, [asset.id, element]]))
                return () => setElements((old) => new Map([...old].filter(([id]) => id !== asset.id)))
              }}
              className={styles.video}
              src={bridge().media.url('asset', asset.id)}
              aria-label={title.trim() || t('gallery.untitled')}
              muted={index > 0}
              playsInline
              preload="auto"
              onClick={media.toggle}
            />
          )}
        </Pane>
      ))}
      <div className={styles.player}>
        <PlayerBar element={leader} media={media} withTenths />
      </div>
    </>
  )
}
