import { useId, type ReactNode } from 'react'
import styles from './Segmented.module.css'

interface Props<V extends string> {
  label: string
  value: V | undefined
  options: readonly { value: V; label: string; icon?: ReactNode }[]
  onValue: (value: V) => void
}

/** One of a few, all in sight. */
export function Segmented<V extends string>({ label, value, options, onValue }: Props<V>) {
  const name = useId()
  return (
    <fieldset className={styles.group} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onValue(option.value)}
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
