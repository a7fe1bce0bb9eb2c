import { type ReactNode, useRef, useState } from 'react'
import { Maximize, Minus, Plus } from 'lucide-react'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'
import { hasTooManyPixels } from '../../../lib/hasTooManyPixels.ts'
import { classes } from '../../../ui/classes.ts'
import { type DisplayMode, useShortcuts } from '../../../ui/useShortcuts.ts'
import { ImageComparison } from './ImageComparison.tsx'
import { currentPixelRatio, type Size, useZoom, type ZoomControl } from './zoom.ts'
import { dragsImageOut } from '../actions/dragOut.ts'
import { imageDecoder } from './ImageDecoder.ts'
import { ImageTooLarge } from './ImageTooLarge.tsx'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { imageCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { fileUrl } from '../../../host/fileUrl.ts'
import checksStyles from '../../../ui/layout/checks.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './ZoomableImage.module.css'

/** From this scale on, the image's pixels are drawn as sharp squares instead of smoothed. */
const MIN_SHARP_SCALE = 4

/** Width and height of an image of unknown size, until it has loaded. */
const ASSUMED_SIDE_PX = 1024

export type Background = 'checks' | 'white' | 'black'

interface Props {
  asset: Asset
  alt: string
  mode: DisplayMode
  /** Background of transparent parts. */
  background?: Background
  /** The image that it was made from, shown for comparison. */
  before?: Asset | undefined
  /** Additional controls at the end of the bar. */
  children?: ReactNode
  /** Whether dragging the fitted image drags its file out of the window. */
  canDragOut?: boolean
  /** Shows or hides the image that it was made from; undefined if there is none. */
  onToggleBefore?: (() => void) | undefined
  onError: () => void
}

/** An image that can be zoomed and panned; at first it is fitted to the view. */
export function ZoomableImage(props: Props) {
  return hasTooManyPixels(props.asset) ? <ImageTooLarge asset={props.asset} /> : <ZoomedImage {...props} />
}

function ZoomedImage(props: Props) {
  const { asset, alt, mode, background = 'checks', before, canDragOut = false } = props
  const { children, onToggleBefore, onError } = props
  const [isDecoded] = useState(() => imageDecoder.isDecoded(asset.id))
  const [loadedSize, setLoadedSize] = useState(() => (isDecoded ? sizeOf(asset) : undefined))
  const width = loadedSize?.width ?? asset.width ?? ASSUMED_SIDE_PX
  const height = loadedSize?.height ?? asset.height ?? ASSUMED_SIDE_PX
  const viewer = useRef<HTMLDivElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const control = useZoom(view, { width, height })
  useShortcuts(mode, viewer, imageCommands, {
    zoomIn: () => control.zoomBy(ZOOM_STEP),
    zoomOut: () => control.zoomBy(1 / ZOOM_STEP),
    fit: control.isFitted ? control.showActualSize : control.fitImage,
    before: onToggleBefore,
  })
  const { zoom } = control
  const pixelRatio = currentPixelRatio()
  const { media } = bridge()
  const imageClass = classes(styles.image, zoom !== null && zoom.scale >= MIN_SHARP_SCALE && styles.sharp)
  const image = (
    <img
      className={imageClass}
      src={fileUrl(asset.id)}
      // A decoded image is drawn in the same frame as everything around it.
      decoding={isDecoded ? 'sync' : 'auto'}
      alt={alt}
      draggable={false}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        setLoadedSize({ width: naturalWidth || width, height: naturalHeight || height })
      }
      onError={onError}
    />
  )
  return (
    <div ref={viewer} className={styles.viewer}>
      <div
        ref={view}
        className={classes(styles.view, !control.isFitted && styles.grab)}
        draggable={
          canDragOut && dragsImageOut(asset, { isFitted: control.isFitted, hasDivider: before !== undefined })
        }
      >
        {zoom !== null && (
          <div
            className={classes(styles.sheet, loadedSize && backgroundClass(background))}
            style={{
              width: (width * zoom.scale) / pixelRatio,
              height: (height * zoom.scale) / pixelRatio,
              transform: `translate(${Math.round(zoom.x) / pixelRatio}px, ${Math.round(zoom.y) / pixelRatio}px)`,
            }}
          >
            {!loadedSize && asset.hasThumb && (
              <img
                className={styles.placeholder}
                src={media.url('thumb', asset.id)}
                alt=""
                draggable={false}
              />
            )}
            {before && !hasTooManyPixels(before) ? (
              <ImageComparison beforeUrl={fileUrl(before.id)} imageClass={imageClass}>
                {image}
              </ImageComparison>
            ) : (
              image
            )}
          </div>
        )}
      </div>
      <ZoomBar control={control}>{children}</ZoomBar>
    </div>
  )
}

const backgroundClass = (background: Background): string | undefined =>
  background === 'checks' ? checksStyles.checks : styles[background]

const sizeOf = ({ width, height }: Asset): Size | undefined =>
  width === null || height === null ? undefined : { width, height }

interface ZoomBarProps {
  control: ZoomControl
  children?: ReactNode
}

/** Zoom controls; `children` come after them. */
function ZoomBar({ control: { zoom, zoomBy, fitImage, showActualSize, isFitted }, children }: ZoomBarProps) {
  const percent = Math.round((zoom?.scale ?? 1) * 100)
  return (
    <div className={classes(toolbarStyles.bar, styles.bar)} role="toolbar" aria-label={t('viewers.zoom')}>
      <IconButton
        label={t('viewers.zoom_out')}
        command={imageCommands.zoomOut}
        disabled={isFitted}
        icon={<Minus aria-hidden />}
        onClick={() => zoomBy(1 / ZOOM_STEP)}
      />
      <button
        type="button"
        className={classes(textStyles.label, styles.percent)}
        aria-label={t('viewers.actual_from', { percent })}
        title={t('media.actual_keys')}
        onClick={showActualSize}
      >
        {t('viewers.percent', { percent })}
      </button>
      <IconButton
        label={t('viewers.zoom_in')}
        command={imageCommands.zoomIn}
        icon={<Plus aria-hidden />}
        onClick={() => zoomBy(ZOOM_STEP)}
      />
      <IconButton
        label={t('viewers.fit')}
        command={imageCommands.fit}
        disabled={isFitted}
        icon={<Maximize aria-hidden />}
        onClick={fitImage}
      />
      {children}
    </div>
  )
}

/** Zoom factor of one click on + or −. */
const ZOOM_STEP = 1.4
