import { ImageOff } from 'lucide-react'
import { useRef, useState, type RefObject, useEffect, useEffectEvent } from 'react'
import type { Asset, AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import { t } from '../../../i18n/t.ts'
import { hasTooManyPixels } from '../../../lib/hasTooManyPixels.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { classes } from '../../../ui/classes.ts'
import { ImageTooLarge } from '../image/ImageTooLarge.tsx'
import { type Size, addZoomListeners, currentPixelRatio, type Point, useViewSize } from '../image/zoom.ts'
import { type SharedZoom, panBy, toggleActualSize, toZoom, zoomAround } from './sharedZoom.ts'
import { fileUrl } from '../../../host/fileUrl.ts'
import badgeStyles from '../../../ui/layout/badge.module.css'
import checksStyles from '../../../ui/layout/checks.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { useBrokenImage } from '../image/useBrokenImage.ts'
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
  const [isBroken, onBroken] = useBrokenImage()
  if (hasTooManyPixels(props.detail.asset)) return <ImageTooLarge asset={props.detail.asset} />
  if (isBroken)
    return (
      <EmptyState icon={<ImageOff aria-hidden />} title={t('viewers.image_broken')}>
        {t('viewers.image_broken_text')}
      </EmptyState>
    )
  return <ZoomedPane {...props} onBroken={onBroken} />
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
            src={fileUrl(asset.id)}
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
    <span dir="auto" className={classes(textStyles.quiet, textStyles.truncate)}>
      {t('compare.scaled', { sizes: sizes.join(', ') })}
    </span>
  )
}

export type OnZoomChange = (change: (zoom: SharedZoom) => SharedZoom) => void

/**
 * Wheel, pinch, drag and double click on one of several images change the zoom of all. Returns the position and size of
 * the image in CSS pixels; undefined until its view has been measured.
 */
export function useSharedZoom(
  viewRef: RefObject<HTMLDivElement | null>,
  image: Size,
  zoom: SharedZoom,
  onZoomChange: OnZoomChange,
): { width: number; height: number; transform: string; percent: number } | undefined {
  const view = useViewSize(viewRef)
  const onWheel = useEffectEvent(
    (factor: number, point: Point) =>
      view && onZoomChange((old) => zoomAround(old, factor, point, image, view)),
  )
  const onDrag = useEffectEvent((by: Point) => view && onZoomChange((old) => panBy(old, by, image, view)))
  const onDoubleClick = useEffectEvent(
    (point: Point) => view && onZoomChange((old) => toggleActualSize(old, point, image, view)),
  )
  useEffect(() => {
    const element = viewRef.current
    return element === null
      ? undefined
      : addZoomListeners(
          element,
          (factor, point) => onWheel(factor, point),
          (by) => onDrag(by),
          (point) => onDoubleClick(point),
        )
  }, [viewRef])
  if (view === undefined) return undefined
  const { scale, x, y } = toZoom(zoom, image, view)
  const pixelRatio = currentPixelRatio()
  return {
    width: (image.width * scale) / pixelRatio,
    height: (image.height * scale) / pixelRatio,
    transform: `translate(${x / pixelRatio}px, ${y / pixelRatio}px)`,
    percent: Math.round(scale * 100),
  }
}
