import { type KeyboardEvent, type ReactNode, type RefObject, useEffect } from 'react'
import { classes } from '../classes.ts'
import fieldStyles from '../layout/field.module.css'
import listStyles from './PickerList.module.css'

interface Props {
  label: string
  icon: ReactNode
  value: string
  onValueChange: (value: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  /** Ids of the list below and of its active option. */
  listId: string
  activeId: string | undefined
  inputRef: RefObject<HTMLInputElement | null>
  maxLength?: number
  isInvalid?: boolean
}

/** The field above a list of options. It keeps the focus, and scrolls the active option into view. */
export function ListSearch({
  label,
  icon,
  value,
  onValueChange,
  onKeyDown,
  listId,
  activeId,
  inputRef,
  maxLength,
  isInvalid = false,
}: Props) {
  useEffect(() => inputRef.current?.focus(), [inputRef])
  useEffect(() => {
    document.getElementById(activeId ?? '')?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])
  return (
    <span className={classes(fieldStyles.frame, listStyles.search)}>
      {icon}
      <input
        dir="auto"
        ref={inputRef}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        aria-label={label}
        aria-invalid={isInvalid}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </span>
  )
}
