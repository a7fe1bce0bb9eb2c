import { useId } from 'react'
import { ChevronsUpDown } from 'lucide-react'
import { FieldFrame } from './FieldFrame.tsx'
import { classes } from './classes.ts'
import fieldStyles from './field.module.css'
import styles from './Select.module.css'

interface Props<V extends string | number> {
  label: string
  value: V | undefined
  options: readonly { value: V; label: string }[]
  onValueChange: (value: V) => void
  id?: string
  error?: string | undefined
  help?: string | undefined
}

/** A short closed list, drawn by the system. Long lists to search in are a `Picker`. */
export function Select<V extends string | number>({
  label,
  value,
  options,
  onValueChange,
  id,
  error,
  help,
}: Props<V>) {
  const made = useId()
  const own = id ?? made
  const at = options.findIndex((option) => option.value === value)
  return (
    <FieldFrame id={own} label={label} error={error} help={help}>
      {(aria) => (
        <span className={styles.frame}>
          <select
            {...aria}
            id={own}
            className={classes(fieldStyles.control, styles.select)}
            value={at}
            onChange={(event) => {
              const chosen = options[Number(event.target.value)]
              if (chosen) onValueChange(chosen.value)
            }}
          >
            {at < 0 && <option value={-1}>—</option>}
            {options.map((option, index) => (
              <option key={String(option.value)} value={index}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronsUpDown aria-hidden />
        </span>
      )}
    </FieldFrame>
  )
}
