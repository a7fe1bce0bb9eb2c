import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import type { LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import { t } from '../../../i18n/t.ts'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import screenStyles from '../../../ui/layout/screen.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import {
  clearFilter,
  collectionScopeIndex,
  isFlagField,
  isValueCondition,
  negate,
  replaceCondition,
} from '../../../widgets/library/libraryFilter.ts'
import { conditionText, type ConditionText } from './conditionText.ts'
import { useFacets } from './useFacets.ts'
import styles from './filters.module.css'

export const FilterMenu = lazy(async () => ({ default: (await import('./FilterMenu.tsx')).FilterMenu }))

interface Props {
  filter: LibraryFilter
  /** False until the results are loaded; the labels of values are requested after them. */
  isReady: boolean
  onChange: (filter: LibraryFilter, options?: { replace: boolean }) => void
  /** Moves the focus when no chip is left. */
  onEmpty: () => void
  /** Actions at the end, such as saving the search. */
  children?: ReactNode
}

/**
 * The conditions of the filter as chips, except the collection in the gallery's title. Renders nothing if there are
 * none.
 */
export function FilterBar({ filter, isReady, onChange, onEmpty, children }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const titleIndex = collectionScopeIndex(filter)
  const shown = filter.conditions.flatMap((condition, index) =>
    index === titleIndex ? [] : [{ condition, index }],
  )
  const facets = useFacets(filter, isReady && shown.some(({ condition }) => isValueCondition(condition)))
  /** Position of a removed chip; the one that takes its place gets the focus. */
  const removedAt = useRef<number>(undefined)
  const changeAt = (position: number, next: LibraryFilter, options?: { replace: boolean }) => {
    if (next.conditions.length < filter.conditions.length) removedAt.current = position
    onChange(next, options)
  }
  const count = shown.length
  const focusNext = useEffectEvent((chipCount: number) => {
    const position = removedAt.current
    if (position === undefined) return
    removedAt.current = undefined
    const chips = list.current?.querySelectorAll<HTMLElement>('[data-chip]')
    const next = chips?.[Math.min(position, chipCount - 1)]
    if (next) next.focus()
    else onEmpty()
  })
  useEffect(() => focusNext(count), [count])
  if (count === 0) return null
  return (
    <div className={classes(screenStyles.bar, styles.bar)} role="group" aria-label={t('filters.bar')}>
      <ul ref={list} className={toolbarStyles.chips}>
        {shown.map(({ condition, index }, position) => (
          <FilterChip
            key={index}
            filter={filter}
            index={index}
            text={conditionText(condition, facets.findLabel)}
            isFlag={isFlagField(condition.field)}
            onToggle={() => onChange(replaceCondition(filter, index, negate(condition)))}
            onChange={(next, options) => changeAt(position, next, options)}
            onRemove={() => changeAt(position, replaceCondition(filter, index, null))}
          />
        ))}
      </ul>
      <span className={styles.actions}>
        {children}
        <Button size="small" variant="quiet" onClick={() => changeAt(0, clearFilter(filter))}>
          {t('filters.clear')}
        </Button>
      </span>
    </div>
  )
}

interface ChipProps {
  filter: LibraryFilter
  index: number
  text: ConditionText
  /** Whether it has no values to choose, so that a click toggles it. */
  isFlag: boolean
  onToggle: () => void
  onChange: (filter: LibraryFilter, options: { replace: boolean }) => void
  onRemove: () => void
}

/**
 * A condition. A click on its values opens them in the filter menu; a click on "is" excludes them, which the menu can
 * do as well. It is one tab stop, where Backspace removes it.
 */
function FilterChip({ filter, index, text, isFlag, onToggle, onChange, onRemove }: ChipProps) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const { field, verb, value, full } = text
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return
    event.preventDefault()
    onRemove()
  }
  const opposite = t(verb === t('filters.is') ? 'filters.is_not' : 'filters.is')
  return (
    <li className={styles.chip}>
      {value !== '' && (
        <span className={styles.field} aria-hidden>
          {field}
        </span>
      )}
      {verb !== '' && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.verb}
          aria-label={t('filters.change_is', { filter: full, other: opposite })}
          onClick={onToggle}
        >
          {verb}
        </button>
      )}
      <button
        ref={anchor}
        type="button"
        data-chip
        className={styles.value}
        aria-label={full}
        title={full}
        {...(!isFlag && { 'aria-haspopup': 'dialog' as const, 'aria-expanded': isOpen })}
        onClick={() => (isFlag ? onToggle() : setOpen(!isOpen))}
        onKeyDown={onKeyDown}
      >
        {value || field}
      </button>
      <button
        type="button"
        tabIndex={-1}
        className={styles.remove}
        aria-label={t('filters.remove', { filter: full })}
        onClick={onRemove}
      >
        <X aria-hidden />
      </button>
      {isOpen && (
        <Suspense>
          <FilterMenu
            anchor={anchor}
            filter={filter}
            index={index}
            onChange={onChange}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </li>
  )
}
