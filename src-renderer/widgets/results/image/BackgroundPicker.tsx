import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import styles from './BackgroundPicker.module.css'
import type { Background } from './ZoomableImage.tsx'

const BACKGROUNDS: readonly Background[] = ['checks', 'white', 'black']

/** Chooses the background of transparent images. */
export function BackgroundPicker({
  value,
  onValueChange,
}: {
  value: Background
  onValueChange: (background: Background) => void
}) {
  return (
    <fieldset className={styles.group} aria-label={t('media.ground')}>
      {BACKGROUNDS.map((background) => (
        <label key={background} className={styles.option} title={t(`media.ground_${background}`)}>
          <input
            type="radio"
            name="ground"
            aria-label={t(`media.ground_${background}`)}
            checked={background === value}
            onChange={() => onValueChange(background)}
          />
          <span className={classes(styles.swatch, styles[background])} />
        </label>
      ))}
    </fieldset>
  )
}
