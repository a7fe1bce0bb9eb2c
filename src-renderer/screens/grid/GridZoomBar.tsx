import { Maximize, Minus, Plus } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/layout/text.module.css'
import styles from './GridBar.module.css'
import type { GridZoom } from './model/useGridZoom.ts'

/** Zoom factor of one click on + or −. */
export const ZOOM_STEP = 1.4

/** The zoom of the grid. */
export function GridZoomBar({ zoom }: { zoom: GridZoom }) {
  const percent = Math.round(zoom.scale * 100)
  return (
    <div
      className={classes(textStyles.quiet, styles.group)}
      role="toolbar"
      aria-label={t('grid.zoom')}
      title={t('grid.zoom_words')}
    >
      <IconButton
        size="small"
        label={t('grid.zoom_out')}
        keys="-"
        icon={<Minus aria-hidden />}
        onClick={() => zoom.by(1 / ZOOM_STEP)}
      />
      <output>{t('grid.percent', { percent })}</output>
      <IconButton
        size="small"
        label={t('grid.zoom_in')}
        keys="+"
        icon={<Plus aria-hidden />}
        onClick={() => zoom.by(ZOOM_STEP)}
      />
      <IconButton
        size="small"
        label={t('grid.fit')}
        keys="0"
        disabled={zoom.fits}
        icon={<Maximize aria-hidden />}
        onClick={zoom.fit}
      />
      <button type="button" className={styles.actual} aria-label={t('grid.actual')} onClick={zoom.actual}>
        1:1
      </button>
    </div>
  )
}
