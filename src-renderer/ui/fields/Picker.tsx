import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { ChevronsUpDown } from 'lucide-react'
import { hasModifier } from '../../lib/keys.ts'
import { classes } from '../classes.ts'
import fieldStyles from '../layout/field.module.css'
import textStyles from '../layout/text.module.css'
import styles from './Picker.module.css'
import type { PickerItem, PickerPopover, PickerSearch } from './PickerPopover.tsx'

let LoadedPopover: typeof PickerPopover | undefined
const loadPopover = async () => {
  LoadedPopover = (await import('./PickerPopover.tsx')).PickerPopover
  return { default: LoadedPopover }
}
const LazyPopover = lazy(loadPopover)

interface Props {
  label: string
  value: string | undefined
  items: readonly PickerItem[]
  onPick: (id: string) => void
  /** Enables the search by name. */
  search?: PickerSearch
  /** Replaces the list while it is loading, failed or empty. */
  listReplacement?: ReactNode
  /** Above the list, for example filter chips. */
  header?: ReactNode
  /** Below the list, always visible. */
  footer?: ReactNode
  placeholder?: string
  id?: string
  error?: string | undefined
  /** Shows facts next to the names instead of below, if there is space. */
  isCompact?: boolean
  /** The chosen item, if the list is filtered and may not contain it. */
  chosen?: PickerItem | undefined
}

/** A button that opens a searchable list of named choices. */
export function Picker({ label, value, items, onPick, placeholder, id, error, ...rest }: Props) {
  /** The component of the open popover; it must not change while open, because it would lose its state. */
  const [OpenPopover, setOpenPopover] = useState<typeof LazyPopover | typeof PickerPopover | null>(null)
  const isOpen = OpenPopover !== null
  const [searchText, setSearchText] = useState('')
  const setOpen = (shouldOpen: boolean) => {
    if (!shouldOpen) setSearchText('')
    setOpenPopover(() => (shouldOpen ? (LoadedPopover ?? LazyPopover) : null))
  }
  const anchor = useRef<HTMLButtonElement>(null)
  const generatedId = useId()
  const inputId = id ?? generatedId
  const { search, listReplacement, header, footer } = rest
  const chosen = rest.chosen ?? items.find((item) => item.id === value)
  // Preloaded after the first paint, so that it opens immediately and misses no key press.
  useEffect(() => void loadPopover().catch(() => {}), [])
  const close = () => {
    setOpen(false)
    anchor.current?.focus()
  }
  return (
    <div className={fieldStyles.field}>
      <span className={fieldStyles.label} id={`${inputId}-label`}>
        {label}
      </span>
      <button
        ref={anchor}
        type="button"
        id={inputId}
        className={classes(fieldStyles.control, fieldStyles.frame, styles.button)}
        role="combobox"
        aria-haspopup="listbox"
        aria-controls={`${inputId}-list`}
        aria-expanded={isOpen}
        aria-labelledby={`${inputId}-label ${inputId}-value`}
        aria-describedby={error ? `${inputId}-error` : undefined}
        aria-invalid={error ? true : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
          // A space after letters is typed text; otherwise it clicks the button.
          const isText = /^[\p{L}\p{N}]$/u.test(event.key) || (event.key === ' ' && searchText !== '')
          const isTyped = search && isText && !hasModifier(event)
          if (!isArrow && !isTyped) return
          event.preventDefault()
          // Text arrives here until the list is open and has the focus.
          if (isTyped) setSearchText((text) => text + event.key)
          if (!isOpen) setOpen(true)
        }}
      >
        <span
          dir="auto"
          id={`${inputId}-value`}
          className={classes(textStyles.truncate, !chosen && styles.none)}
        >
          {chosen?.label ?? value ?? placeholder}
        </span>
        {chosen?.warning && (
          <span dir="auto" className={classes(textStyles.truncate, styles.mark)}>
            {chosen.warning}
          </span>
        )}
        {chosen?.facts?.[0] &&
          // Beside a warning there is no room for a readable fact.
          (chosen.warning ? (
            <span className={styles.mark} title={chosen.facts.join(' · ')} data-more>
              +{chosen.facts.length}
            </span>
          ) : (
            <span dir="auto" className={classes(textStyles.truncate, styles.fact)}>
              {chosen.facts[0]}
            </span>
          ))}
        <ChevronsUpDown aria-hidden />
      </button>
      {error && (
        <p id={`${inputId}-error`} className={fieldStyles.error}>
          {error}
        </p>
      )}
      {OpenPopover && (
        <Suspense>
          <OpenPopover
            anchor={anchor}
            listId={`${inputId}-list`}
            label={label}
            isCompact={rest.isCompact}
            items={items}
            value={value}
            {...(search ? { search } : {})}
            searchText={searchText}
            onSearchText={setSearchText}
            listReplacement={listReplacement}
            header={header}
            footer={footer}
            onClose={() => setOpen(false)}
            onPick={(picked) => {
              close()
              onPick(picked)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
