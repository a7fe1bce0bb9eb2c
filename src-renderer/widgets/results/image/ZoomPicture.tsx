import { type ReactNode, useRef, useState } from 'react'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'
import { hasTooManyPixels } from '../../../lib/hasTooManyPixels.ts'
import { classes } from '../../../ui/classes.ts'
import { useKeys } from '../useKeys.ts'
import type { ViewerPlace } from '../ViewerProps.ts'
import { Compare } from './Compare.tsx'
import { screenPixels } from './screenPixels.ts'
import { TooManyPixels } from './TooManyPixels.tsx'
import { useZoom } from './useZoom.ts'
import type { Size } from './zoom.ts'
import { ZoomBar } from './ZoomBar.tsx'
import { zoomKeys } from './zoomKeys.ts'
import styles from './ZoomPicture.module.css'

/** From here on one sees pixels, so they are drawn as such. */
const SHARP_FROM = 4

export type Ground = 'checks' | 'white' | 'black'

interface Props {
  asset: Asset
  alt: string
  place: ViewerPlace
  /** What lies behind transparency. */
  ground?: Ground
  /** The image it was made from, laid over it with a divider between. */
  before?: Asset | undefined
  /** At the end of the bar. */
  children?: ReactNode
  keys?: Readonly<Record<string, () => void>>
  onBroken: () => void
}

/** An image to look into: whole at first, zoomed around the pointer, panned, pixel for pixel. */
export function ZoomPicture(props: Props) {
  return hasTooManyPixels(props.asset) ? <TooManyPixels asset={props.asset} /> : <Zoomed {...props} />
}

function Zoomed(props: Props) {
  const { asset, alt, place, ground = 'checks', before, children, keys, onBroken } = props
  const [loaded, setLoaded] = useState<Size>()
  const width = loaded?.width ?? asset.width ?? 1024
  const height = loaded?.height ?? asset.height ?? 1024
  const whole = useRef<HTMLDivElement>(null)
  const view = useRef<HTMLDivElement>(null)
  const control = useZoom(view, { width, height })
  useKeys(place, whole, { ...zoomKeys(control), ...keys })
  const { zoom } = control
  const pixels = screenPixels()
  const { media } = bridge()
  const look = classes(styles.picture, zoom !== null && zoom.scale >= SHARP_FROM && styles.sharp)
  const picture = (
    <img
      className={look}
      src={media.url('asset', asset.id)}
      alt={alt}
      draggable={false}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        setLoaded({ width: naturalWidth || width, height: naturalHeight || height })
      }
      onError={onBroken}
    />
  )
  return (
    <div ref={whole} className={styles.whole}>
      <div ref={view} className={classes(styles.view, !control.fits && styles.grab)}>
        {zoom !== null && (
          <div
            className={classes(styles.sheet, loaded && styles[ground])}
            style={{
              width: (width * zoom.scale) / pixels,
              height: (height * zoom.scale) / pixels,
              transform: `translate(${Math.round(zoom.x) / pixels}px, ${Math.round(zoom.y) / pixels}px)`,
            }}
          >
            {!loaded && asset.hasThumb && (
              <img className={styles.before} src={media.url('thumb', asset.id)} alt="" draggable={false} />
            )}
            {before && !hasTooManyPixels(before) ? (
              <Compare before={media.url('asset', before.id)} look={look}>
                {picture}
              </Compare>
            ) : (
              picture
            )}
          </div>
        )}
      </div>
      <ZoomBar control={control}>{children}</ZoomBar>
    </div>
  )
}
