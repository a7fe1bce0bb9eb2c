import { useId } from 'react'
import { ChevronsUpDown } from 'lucide-react'
import { FieldFrame } from './FieldFrame.tsx'
import { classes } from '../classes.ts'
import fieldStyles from '../layout/field.module.css'
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

/** A native select. Long, searchable lists use `Picker`. */
export function Select<V extends string | number>({
  label,
  value,
  options,
  onValueChange,
  id,
  error,
  help,
}: Props<V>) {
  const generatedId = useId()
  const inputId = id ?? generatedId
  const selectedIndex = options.findIndex((option) => option.value === value)
  return (
    <FieldFrame id={inputId} label={label} error={error} help={help}>
      {(aria) => (
        <span className={styles.frame}>
          <select
            {...aria}
            id={inputId}
            className={classes(fieldStyles.control, styles.select)}
            value={selectedIndex}
            onChange={(event) => {
              const chosen = options[Number(event.target.value)]
              if (chosen) onValueChange(chosen.value)
            }}
          >
            {selectedIndex < 0 && <option value={-1}>—</option>}
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
