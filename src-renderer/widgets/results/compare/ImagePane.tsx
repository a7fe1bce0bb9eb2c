import { ImageOff } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Asset, AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'
import { t } from '../../../i18n/t.ts'
import { hasTooManyPixels } from '../../../lib/hasTooManyPixels.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { classes } from '../../../ui/classes.ts'
import badgeStyles from '../../../ui/layout/badge.module.css'
import checksStyles from '../../../ui/layout/checks.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { ImageTooLarge } from '../image/ImageTooLarge.tsx'
import type { Size } from '../image/zoom.ts'
import type { SharedZoom } from './sharedZoom.ts'
import { type OnZoomChange, useSharedZoom } from './useSharedZoom.ts'
import styles from './CompareDialog.module.css'

/** Width and height of an image of unknown size, until it has loaded. */
const ASSUMED_SIDE_PX = 1024

/** The size of an image; a square if it is unknown. */
export const imageSize = ({ width, height }: Pick<Asset, 'width' | 'height'>): Size => ({
  width: width ?? ASSUMED_SIDE_PX,
  height: height ?? ASSUMED_SIDE_PX,
})

interface Props {
  detail: AssetDetail
  number: number
  zoom: SharedZoom
  onZoomChange: OnZoomChange
}

/** One of several images that share a zoom, or a message if it is too large or can't be shown. */
export function ImagePane(props: Props) {
  const [isBroken, setBroken] = useState(false)
  if (hasTooManyPixels(props.detail.asset)) return <ImageTooLarge asset={props.detail.asset} />
  if (isBroken)
    return (
      <EmptyState icon={<ImageOff aria-hidden />} title={t('viewers.picture_broken')}>
        {t('viewers.picture_broken_text')}
      </EmptyState>
    )
  return <ZoomedPane {...props} onBroken={() => setBroken(true)} />
}

function ZoomedPane({ detail, number, zoom, onZoomChange, onBroken }: Props & { onBroken: () => void }) {
  const { asset, title } = detail
  const [loaded, setLoaded] = useState<Size>()
  const view = useRef<HTMLDivElement>(null)
  const place = useSharedZoom(view, loaded ?? imageSize(asset), zoom, onZoomChange)
  return (
    <div ref={view} className={styles.view} role="group" aria-label={t('compare.view', { number })}>
      {place && (
        <>
          <img
            className={classes(styles.image, loaded && checksStyles.checks)}
            style={{ width: place.width, height: place.height, transform: place.transform }}
            src={bridge().media.url('asset', asset.id)}
            alt={title.trim() || asset.name || t('gallery.untitled')}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setLoaded(naturalWidth > 0 ? { width: naturalWidth, height: naturalHeight } : imageSize(asset))
            }
            onError={onBroken}
          />
          <span className={classes(badgeStyles.badge, badgeStyles.corner)}>
            {t('viewers.percent', { percent: place.percent })}
          </span>
        </>
      )}
    </div>
  )
}

/** A note that the images are scaled, if their sizes differ. */
export function ScaledNote({ details }: { details: readonly AssetDetail[] }) {
  const sizes = details.map(({ asset }) => `${asset.width} × ${asset.height}`)
  if (new Set(sizes).size < 2) return null
  return (
    <span className={classes(textStyles.quiet, textStyles.truncate)}>
      {t('compare.scaled', { sizes: sizes.join(', ') })}
    </span>
  )
}
