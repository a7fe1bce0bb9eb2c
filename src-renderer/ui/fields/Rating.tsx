import { useId, useState } from 'react'
import { CircleSlash, Star } from 'lucide-react'
import { t } from '../../i18n/t.ts'
import { classes } from '../classes.ts'
import textStyles from '../layout/text.module.css'
import styles from './Rating.module.css'

interface Props {
  label: string
  /** 1 to 5; 0 for none; undefined if several results have different ratings. */
  value: number | undefined
  onValueChange: (value: number) => void
  disabled?: boolean
}

const STARS = [1, 2, 3, 4, 5]

/** A choice of one to five stars as a group of radio buttons. Choosing the current value again removes the rating. */
export function Rating({ label, value, onValueChange, disabled = false }: Props) {
  const name = useId()
  const [hovered, setHovered] = useState<number>()
  const shown = hovered ?? value ?? 0
  const radio = (option: number) => ({
    type: 'radio',
    name,
    className: classes(textStyles.hidden, styles.radio),
    checked: value === option,
    disabled,
    onChange: () => onValueChange(option),
  })
  return (
    <fieldset
      role="radiogroup"
      aria-label={label}
      className={styles.rating}
      disabled={disabled}
      onPointerLeave={() => setHovered(undefined)}
    >
      <label
        className={classes(styles.option, styles.none, (value === 0 || value === undefined) && styles.isNone)}
        title={t('organize.no_rating')}
        onPointerEnter={() => setHovered(undefined)}
      >
        <input {...radio(0)} aria-label={t('organize.no_rating')} />
        <CircleSlash aria-hidden />
      </label>
      {STARS.map((stars) => (
        <label
          key={stars}
          className={styles.option}
          title={t('organize.stars', { count: stars })}
          onPointerEnter={() => setHovered(stars)}
        >
          <input
            {...radio(stars)}
            aria-label={t('organize.stars', { count: stars })}
            onClick={() => value === stars && onValueChange(0)}
          />
          <Star aria-hidden className={stars <= shown ? styles.full : undefined} />
        </label>
      ))}
    </fieldset>
  )
}

/** The stars of a rating, without controls. */
export function RatingStars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={t('organize.stars', { count: rating })} className={styles.stars}>
      {STARS.slice(0, rating).map((star) => (
        <Star key={star} aria-hidden className={styles.full} />
      ))}
    </span>
  )
}
