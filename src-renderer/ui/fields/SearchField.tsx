import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { Search, X } from 'lucide-react'
import { classes } from '../classes.ts'
import { IconButton } from '../buttons/IconButton.tsx'
import fieldStyles from '../layout/field.module.css'

interface Props {
  label: string
  value: string
  onValueChange: (value: string) => void
  /** Label of the clear button. */
  clearLabel: string
  maxLength?: number
  /** Shown at the end of the field while it is empty. */
  hint?: ReactNode
  inputRef?: RefObject<HTMLInputElement | null>
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  className?: string | undefined
}

/** A search field with a clear button. */
export function SearchField({
  label,
  value,
  onValueChange,
  clearLabel,
  maxLength,
  hint,
  inputRef,
  onKeyDown,
  className,
}: Props) {
  return (
    <span className={classes(fieldStyles.control, fieldStyles.frame, className)}>
      <Search aria-hidden />
      <input
        dir="auto"
        ref={inputRef}
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {value === '' ? (
        hint
      ) : (
        <IconButton
          size="small"
          label={clearLabel}
          icon={<X aria-hidden />}
          onClick={() => onValueChange('')}
        />
      )}
    </span>
  )
}
