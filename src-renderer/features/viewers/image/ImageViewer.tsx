import { ImageOff, Maximize, Minus, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { bridge } from '../../../host/bridge.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { ViewerProps } from '../ViewerProps.ts'
import styles from './ImageViewer.module.css'
import { useZoom, type ZoomControl } from './useZoom.ts'
import type { Size } from './zoom.ts'

const STEP = 1.4
/** From here on one sees pixels, so they are drawn as such. */
const SHARP_FROM = 4

/** A picture in full: whole at first, zoomed around the pointer, over a checkerboard where it is transparent. */
export function ImageViewer({ asset, detail }: ViewerProps) {
  const [loaded, setLoaded] = useState<Size>()
  const [broken, setBroken] = useState(false)
  const width = loaded?.width ?? asset.width ?? 1024
  const height = loaded?.height ?? asset.height ?? 1024
  const viewRef = useRef<HTMLDivElement>(null)
  const control = useZoom(viewRef, { width, height })
  useZoomKeys(control)
  if (broken)
    return (
      <EmptyState icon={<ImageOff aria-hidden />} title={t('viewers.picture_broken')}>
        {t('viewers.picture_broken_words')}
      </EmptyState>
    )
  const { zoom } = control
  return (
    <div className={styles.whole}>
      <div ref={viewRef} className={classes(styles.view, !control.fits && styles.grab)}>
        {zoom !== null && (
          <div
            className={classes(styles.sheet, loaded && styles.checked)}
            style={{
              width: width * zoom.scale,
              height: height * zoom.scale,
              transform: `translate(${zoom.x}px, ${zoom.y}px)`,
            }}
          >
            {!loaded && asset.hasThumb && (
              <img
                className={styles.before}
                src={bridge().media.url('thumb', asset.id)}
                alt=""
                draggable={false}
              />
            )}
            <img
              className={classes(styles.picture, zoom.scale >= SHARP_FROM && styles.sharp)}
              src={bridge().media.url('asset', asset.id)}
              alt={detail.title.trim() || t('gallery.untitled')}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setLoaded({ width: naturalWidth || width, height: naturalHeight || height })
              }
              onError={() => setBroken(true)}
            />
          </div>
        )}
      </div>
      <ZoomBar control={control} />
    </div>
  )
}

function ZoomBar({ control: { zoom, by, whole, actual, fits } }: { control: ZoomControl }) {
  const percent = Math.round((zoom?.scale ?? 1) * 100)
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('viewers.zoom')}>
      <IconButton
        label={t('viewers.zoom_out')}
        keys="-"
        disabled={fits}
        icon={<Minus aria-hidden />}
        onClick={() => by(1 / STEP)}
      />
      <button
        type="button"
        className={styles.percent}
        aria-label={t('viewers.actual_from', { percent })}
        onClick={actual}
      >
        {t('viewers.percent', { percent })}
      </button>
      <IconButton
        label={t('viewers.zoom_in')}
        keys="+"
        icon={<Plus aria-hidden />}
        onClick={() => by(STEP)}
      />
      <IconButton
        label={t('viewers.fit')}
        keys="0"
        disabled={fits}
        icon={<Maximize aria-hidden />}
        onClick={whole}
      />
    </div>
  )
}

function useZoomKeys({ by, whole, actual }: ZoomControl): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === '+' || event.key === '=') by(STEP)
      else if (event.key === '-') by(1 / STEP)
      else if (event.key === '0') whole()
      else if (event.key === '1') actual()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
