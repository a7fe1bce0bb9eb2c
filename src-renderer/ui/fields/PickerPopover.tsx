import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { Check, Search } from 'lucide-react'
import { hasWords } from '../../../src-preload/shared/hasWords.ts'
import { t } from '../../i18n/t.ts'
import { classes } from '../classes.ts'
import fieldStyles from '../layout/field.module.css'
import rowStyles from '../layout/row.module.css'
import textStyles from '../layout/text.module.css'
import listStyles from './PickerList.module.css'
import styles from './PickerPopover.module.css'
import { Popover } from '../overlays/Popover.tsx'

export interface PickerItem {
  id: string
  label: string
  /** Heading of its group. */
  group?: string
  /** Short facts after the name. */
  facts?: readonly string[]
  /** A short warning, for example "no longer listed". */
  warning?: string
  /** A small image before the name. */
  image?: ReactNode
  /** Whether it is nested under the closest item above that isn't indented. */
  isIndented?: boolean
  /** Shown but not selectable. */
  disabled?: boolean
}

export interface PickerSearch {
  label: string
  noMatches: (search: string) => ReactNode
}

type Props = PickerListProps & {
  anchor: RefObject<HTMLElement | null>
  listReplacement: ReactNode
  header: ReactNode
  footer: ReactNode
  onClose: () => void
}

/** Popover of a picker: its header, its list or replacement, and its footer. */
export function PickerPopover({ anchor, listReplacement, header, footer, onClose, ...list }: Props) {
  return (
    <Popover anchor={anchor} onClose={onClose} matchAnchorWidth className={styles.popover}>
      {header && <div className={styles.header}>{header}</div>}
      {listReplacement ?? <PickerList {...list} />}
      {footer && <div className={styles.footer}>{footer}</div>}
    </Popover>
  )
}

/** Maximum number of options rendered at once; others are found by typing. */
const MAX_OPTIONS = 300
/** Options that the Page keys move by. */
const PAGE_STEP = 8

interface PickerListProps {
  /** Id of the list's element. */
  listId: string
  label: string
  items: readonly PickerItem[]
  value: string | undefined
  search?: PickerSearch
  searchText: string
  onSearchText: (text: string) => void
  onPick: (id: string) => void
  isCompact?: boolean | undefined
}

/** The open list: the focus stays in the search or the list, and the arrow keys move the active option. */
function PickerList({
  listId,
  label,
  items,
  value,
  search,
  searchText,
  onSearchText,
  onPick,
  isCompact,
}: PickerListProps) {
  const allMatching = items.filter((item) => matches(item, searchText))
  const matchingItems = search ? allMatching.slice(0, MAX_OPTIONS) : allMatching
  const hiddenCount = allMatching.length - matchingItems.length
  const [active, setActive] = useState<string | undefined>(searchText === '' ? value : undefined)
  const enabled = matchingItems.filter((item) => !item.disabled)
  const activeIndex = Math.max(
    0,
    enabled.findIndex((item) => item.id === active),
  )
  const current = enabled[activeIndex]
  const focused = useRef<HTMLElement>(null)

  const activeId = current && `${listId}-${matchingItems.indexOf(current)}`

  useEffect(() => focused.current?.focus(), [])
  useEffect(() => {
    document.getElementById(activeId ?? '')?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])

  const onKeyDown = (event: KeyboardEvent) => {
    const last = enabled.length - 1
    const moves: Record<string, number> = {
      ArrowDown: activeIndex === last ? 0 : activeIndex + 1,
      ArrowUp: activeIndex === 0 ? last : activeIndex - 1,
      PageDown: Math.min(last, activeIndex + PAGE_STEP),
      PageUp: Math.max(0, activeIndex - PAGE_STEP),
      ...(search ? {} : { Home: 0, End: last }),
    }
    const target = enabled[moves[event.key] ?? -1]
    if (target) {
      event.preventDefault()
      setActive(target.id)
      return
    }
    if (event.key === 'Enter' && current) {
      event.preventDefault()
      event.stopPropagation()
      onPick(current.id)
    }
  }
  return (
    <>
      {search && (
        <span className={classes(fieldStyles.frame, listStyles.search)}>
          <Search aria-hidden />
          <input
            dir="auto"
            ref={(element) => {
              focused.current = element
            }}
            role="combobox"
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={activeId}
            aria-autocomplete="list"
            aria-label={search.label}
            placeholder={search.label}
            autoComplete="off"
            spellCheck={false}
            value={searchText}
            onChange={(event) => {
              onSearchText(event.target.value)
              setActive(undefined)
            }}
            onKeyDown={onKeyDown}
          />
        </span>
      )}
      {matchingItems.length === 0 && search && (
        <div className={listStyles.nothing}>{search.noMatches(searchText)}</div>
      )}
      <div
        ref={(element) => {
          if (!search) focused.current = element
        }}
        id={listId}
        role="listbox"
        aria-label={label}
        tabIndex={search ? -1 : 0}
        {...(search ? {} : { onKeyDown, 'aria-activedescendant': activeId })}
        className={classes(listStyles.list, isCompact && listStyles.tight)}
      >
        {matchingItems.map((item, index) => (
          <Option
            key={item.id}
            id={`${listId}-${index}`}
            item={item}
            heading={item.group !== matchingItems[index - 1]?.group ? item.group : undefined}
            isActive={item === current}
            isChosen={item.id === value}
            onPick={() => !item.disabled && onPick(item.id)}
            onHover={() => !item.disabled && setActive(item.id)}
          />
        ))}
      </div>
      {hiddenCount > 0 && (
        <div className={listStyles.heading}>{t('common.more_options', { count: hiddenCount })}</div>
      )}
    </>
  )
}

interface OptionProps {
  id: string
  item: PickerItem
  heading: string | undefined
  /** Whether Enter picks it. */
  isActive: boolean
  isChosen: boolean
  onPick: () => void
  onHover: () => void
}

function Option({ id, item, heading, isActive, isChosen, onPick, onHover }: OptionProps) {
  return (
    <>
      {heading && (
        <div className={listStyles.heading} role="presentation">
          {heading}
        </div>
      )}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isChosen}
        aria-disabled={item.disabled || undefined}
        data-active={isActive || undefined}
        className={classes(
          listStyles.choice,
          isActive && listStyles.active,
          item.disabled && listStyles.disabled,
          item.image !== undefined && listStyles.withImage,
          item.isIndented && listStyles.indented,
        )}
        onClick={onPick}
        onKeyDown={(event) => event.key === 'Enter' && onPick()}
        onPointerMove={onHover}
      >
        <Check aria-hidden className={classes(!isChosen && listStyles.blank)} />
        {item.image !== undefined && <span className={listStyles.image}>{item.image}</span>}
        <span className={classes(rowStyles.text, listStyles.text)}>
          <span dir="auto" className={listStyles.name}>
            {item.label}
          </span>
          {(item.warning || (item.facts && item.facts.length > 0)) && (
            <span className={classes(textStyles.note, listStyles.facts)}>
              {item.warning && <span className={listStyles.mark}>{item.warning}</span>}
              {item.facts?.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </span>
          )}
        </span>
      </div>
    </>
  )
}

/** Whether the name or the id contains every word of the search. */
const matches = (item: PickerItem, text: string): boolean => hasWords(`${item.label} ${item.id}`, text)
