import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import styles from './GroundPicker.module.css'
import type { Ground } from './ZoomPicture.tsx'

const GROUNDS: readonly Ground[] = ['checks', 'white', 'black']

/** What lies behind the transparent parts of an image. */
export function GroundPicker({ value, onValue }: { value: Ground; onValue: (ground: Ground) => void }) {
  return (
    <fieldset className={styles.group} aria-label={t('media.ground')}>
      {GROUNDS.map((ground) => (
        <label key={ground} className={styles.option} title={t(`media.ground_${ground}`)}>
          <input
            type="radio"
            name="ground"
            aria-label={t(`media.ground_${ground}`)}
            checked={ground === value}
            onChange={() => onValue(ground)}
          />
          <span className={classes(styles.swatch, styles[ground])} />
        </label>
      ))}
    </fieldset>
  )
}
