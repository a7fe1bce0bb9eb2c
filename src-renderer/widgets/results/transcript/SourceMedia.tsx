import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'
import { t } from '../../../i18n/t.ts'
import { MediaBroken } from '../media/MediaBroken.tsx'
import { PlayerBar } from '../media/PlayerBar.tsx'
import type { MediaFailure } from '../media/usePlaybackFailure.ts'
import type { Media } from '../media/useMedia.ts'
import { classes } from '../../../ui/classes.ts'
import panelStyles from '../../../ui/panel.module.css'
import textStyles from '../../../ui/text.module.css'
import styles from './TranscriptViewer.module.css'

interface Props {
  asset: Asset
  element: HTMLMediaElement | null
  media: Media
  failure: MediaFailure | undefined
  onElement: (element: HTMLMediaElement | null) => void
}

/** The video or audio file that a transcript was made from. */
export function SourceMedia({ asset, element, media, failure, onElement }: Props) {
  if (failure) return <MediaBroken reason={failure} format={asset.format} />
  const src = bridge().media.url('asset', asset.id)
  const name = asset.name ?? t('media.medium')
  return (
    <section className={classes(panelStyles.lifted, styles.medium)} aria-label={t('media.medium')}>
      {asset.kind === 'video' ? (
        // The transcript next to it replaces captions.
        <video
          ref={onElement}
          className={styles.player}
          src={src}
          aria-label={name}
          playsInline
          onClick={media.toggle}
        />
      ) : (
        <audio ref={onElement} src={src} aria-label={name} preload="auto" />
      )}
      <PlayerBar element={element} media={media} />
      {asset.name !== null && <p className={textStyles.note}>{asset.name}</p>}
    </section>
  )
}
