import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'
import { t } from '../../../i18n/t.ts'
import { MediaBroken } from '../media/MediaBroken.tsx'
import { PlayerBar } from '../media/PlayerBar.tsx'
import type { MediaFailure } from '../media/useFailure.ts'
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

/** What a transcript was made of: the video or the audio itself, beside the words. */
export function Medium({ asset, element, media, failure, onElement }: Props) {
  if (failure) return <MediaBroken why={failure} format={asset.format} />
  const src = bridge().media.url('asset', asset.id)
  const name = asset.name ?? t('media.medium')
  return (
    <section className={classes(panelStyles.lifted, styles.medium)} aria-label={t('media.medium')}>
      {asset.kind === 'video' ? (
        // Its words stand beside it.
        <video
          ref={onElement}
          className={styles.clip}
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
