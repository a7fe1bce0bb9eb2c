import { useId, type ReactNode } from 'react'
import { classes } from '../classes.ts'
import styles from './Segmented.module.css'

interface Props<V extends string> {
  label: string
  value: V | undefined
  options: readonly { value: V; label: string; icon?: ReactNode }[]
  onValueChange: (value: V) => void
  /** DOM id of the selected option, otherwise of the first, for labels and error links. */
  id?: string
  className?: string | undefined
}

/** A segmented control: radio buttons for a few options. */
export function Segmented<V extends string>({
  label,
  value,
  options,
  onValueChange,
  id,
  className,
}: Props<V>) {
  const name = useId()
  const labelled = options.find((option) => option.value === value) ?? options[0]
  return (
    <fieldset className={classes(styles.group, className)} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.option}>
          <input
            {...(id && option === labelled ? { id } : {})}
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
