import { Maximize, Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { ZoomControl } from './useZoom.ts'
import { classes } from '../../../ui/classes.ts'
import toolbarStyles from '../../../ui/toolbar.module.css'
import textStyles from '../../../ui/text.module.css'
import styles from './ZoomableImage.module.css'
import { ZOOM_STEP } from './zoomKeys.ts'

interface Props {
  control: ZoomControl
  children?: ReactNode
}

/** Zoom controls; `children` come after them. */
export function ZoomBar({ control: { zoom, by, fitImage, actual, fits }, children }: Props) {
  const percent = Math.round((zoom?.scale ?? 1) * 100)
  return (
    <div className={classes(toolbarStyles.bar, styles.bar)} role="toolbar" aria-label={t('viewers.zoom')}>
      <IconButton
        label={t('viewers.zoom_out')}
        keys="-"
        disabled={fits}
        icon={<Minus aria-hidden />}
        onClick={() => by(1 / ZOOM_STEP)}
      />
      <button
        type="button"
        className={classes(textStyles.label, styles.percent)}
        aria-label={t('viewers.actual_from', { percent })}
        title={t('media.actual_keys')}
        onClick={actual}
      >
        {t('viewers.percent', { percent })}
      </button>
      <IconButton
        label={t('viewers.zoom_in')}
        keys="+"
        icon={<Plus aria-hidden />}
        onClick={() => by(ZOOM_STEP)}
      />
      <IconButton
        label={t('viewers.fit')}
        keys="0"
        disabled={fits}
        icon={<Maximize aria-hidden />}
        onClick={fitImage}
      />
      {children}
    </div>
  )
}
