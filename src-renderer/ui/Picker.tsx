import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { ChevronsUpDown } from 'lucide-react'
import { classes } from './classes.ts'
import fieldStyles from './field.module.css'
import textStyles from './text.module.css'
import styles from './Picker.module.css'
import type { PickerPopover } from './PickerPopover.tsx'

let loaded: typeof PickerPopover | undefined
const load = async () => {
  loaded = (await import('./PickerPopover.tsx')).PickerPopover
  return { default: loaded }
}
const Later = lazy(load)

export interface PickerItem {
  id: string
  label: string
  /** Heading it stands under. */
  group?: string
  /** Short facts behind the name. */
  facts?: readonly string[]
  /** A warning word, such as "no longer listed". */
  mark?: string
  /** Shown, but not to be chosen. */
  disabled?: boolean
}

interface Props {
  label: string
  value: string | undefined
  items: readonly PickerItem[]
  onPick: (id: string) => void
  /** With it the list can be searched by name. */
  search?: { label: string; nothing: (search: string) => ReactNode }
  /** Instead of the list: loading, failed, empty. */
  instead?: ReactNode
  /** Above the list: chips that narrow it. */
  header?: ReactNode
  /** Below the list, always in sight. */
  footer?: ReactNode
  placeholder?: string
  id?: string
  error?: string | undefined
  /** Facts stand behind the names where there is room, not below. */
  tight?: boolean
  /** What the button shows when the list is narrowed and does not hold it. */
  chosen?: PickerItem | undefined
}

/** A button that opens a searchable list of named choices. */
export function Picker({ label, value, items, onPick, placeholder, id, error, ...rest }: Props) {
  /** The part that is open; the same one for as long as it is, or it would lose its search. */
  const [Opened, setOpened] = useState<typeof Later | typeof PickerPopover | null>(null)
  const open = Opened !== null
  const setOpen = (wanted: boolean) => setOpened(() => (wanted ? (loaded ?? Later) : null))
  const anchor = useRef<HTMLButtonElement>(null)
  const made = useId()
  const own = id ?? made
  const { search, instead, header, footer } = rest
  const chosen = rest.chosen ?? items.find((item) => item.id === value)
  // Loaded right after the first paint, so that it opens at once and misses no key.
  useEffect(() => void load().catch(() => {}), [])
  const close = () => {
    setOpen(false)
    anchor.current?.focus()
  }
  return (
    <div className={fieldStyles.field}>
      <span className={fieldStyles.label} id={`${own}-label`}>
        {label}
      </span>
      <button
        ref={anchor}
        type="button"
        id={own}
        className={classes(fieldStyles.control, fieldStyles.frame, styles.button)}
        role="combobox"
        aria-haspopup="listbox"
        aria-controls={`${own}-list`}
        aria-expanded={open}
        aria-labelledby={`${own}-label ${own}-value`}
        aria-describedby={error ? `${own}-error` : undefined}
        aria-invalid={error ? true : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <span id={`${own}-value`} className={classes(textStyles.truncate, !chosen && styles.none)}>
          {chosen?.label ?? value ?? placeholder}
        </span>
        {chosen?.mark && <span className={classes(textStyles.truncate, styles.mark)}>{chosen.mark}</span>}
        {chosen?.facts?.[0] && (
          <span className={classes(textStyles.truncate, styles.fact)}>{chosen.facts[0]}</span>
        )}
        <ChevronsUpDown aria-hidden />
      </button>
      {error && (
        <p id={`${own}-error`} className={fieldStyles.error}>
          {error}
        </p>
      )}
      {Opened && (
        <Suspense>
          <Opened
            anchor={anchor}
            label={label}
            tight={rest.tight}
            items={items}
            value={value}
            {...(search ? { search } : {})}
            instead={instead}
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
