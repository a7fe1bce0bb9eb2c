import type { ComponentProps } from 'react'
import styles from './Slider.module.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'value'> & {
  min: number
  max: number
  step: number
  value: number
  onValueChange: (value: number) => void
}

/** A styled native slider. */
export function Slider({ onValueChange, ...rest }: Props) {
  const fraction = rest.max > rest.min ? (rest.value - rest.min) / (rest.max - rest.min) : 0
  const filled = `${Math.min(1, Math.max(0, fraction)) * 100}%`
  return (
    <input
      {...rest}
      type="range"
      className={styles.slider}
      style={{ '--filled': filled }}
      onChange={(event) => onValueChange(event.target.valueAsNumber)}
    />
  )
}
