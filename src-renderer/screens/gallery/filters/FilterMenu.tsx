import { ArrowLeft } from 'lucide-react'
import { lazy, type RefObject, Suspense, useDeferredValue, useState, type SubmitEvent, useId } from 'react'
import { createPortal } from 'react-dom'
import type { Condition, LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { useNow } from '../../../lib/format/time.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { Popover } from '../../../ui/overlays/Popover.tsx'
import {
  addCondition,
  isRangeCondition,
  isRangeField,
  isSameCondition,
  isValueCondition,
  isValueField,
  mergeableIndex,
  mergeCondition,
  replaceCondition,
  toggleValue,
  type Field,
  type RangeCondition,
  type RangeField,
} from '../../../widgets/library/libraryFilter.ts'
import { fieldLabel } from './conditionText.ts'
import { fieldOptions, valueOptions, valueSearch, type MenuOption } from './menuOptions.ts'
import { OptionList } from './OptionList.tsx'
import { useConditionCounts } from './useConditionCounts.ts'
import { useFacets } from './useFacets.ts'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { boundInput, readRangeInputs } from './ranges.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import styles from './filters.module.css'

const ManageTags = lazy(async () => ({
  default: (await import('../../../widgets/organize/manage/ManageTags.tsx')).ManageTags,
}))

interface Props {
  anchor: RefObject<HTMLElement | null>
  filter: LibraryFilter
  /** Index of the condition to change; undefined to add one. */
  index: number | undefined
  /** `replace`: the change continues the previous one, so that Back undoes both. */
  onChange: (filter: LibraryFilter, options: { replace: boolean }) => void
  onClose: () => void
}

/**
 * Adds or changes a condition. It lists the fields and, once text is typed, all conditions that match it. For a chosen
 * field it lists the values with the number of results that have them, and for a flag or range the number that match.
 */
export function FilterMenu({ anchor, filter, index: initialIndex, onChange, onClose }: Props) {
  const [index, setIndex] = useState(initialIndex)
  const condition = index === undefined ? undefined : filter.conditions[index]
  const [field, setField] = useState<Field | undefined>(condition?.field)
  const [text, setText] = useState('')
  const [hasChanged, setHasChanged] = useState(false)
  const [chosenMode, setMode] = useState<'is' | 'is_not'>('is')
  const [isManaging, setManaging] = useState(false)
  const is = condition?.is ?? chosenMode === 'is'
  const now = useNow({ isTicking: false })
  const query = text.trim()
  const facets = useFacets(filter, true, useDeferredValue(valueSearch(field, query)))

  const change = (next: LibraryFilter) => {
    onChange(next, { replace: hasChanged })
    setHasChanged(true)
  }
  /** Replaces the condition that is being changed, or adds one. */
  const putCondition = (next: Condition) => {
    if (index !== undefined && condition) return change(replaceCondition(filter, index, next))
    change(addCondition(filter, next))
    setIndex(filter.conditions.length)
  }
  const openField = (next: Field | undefined) => {
    const existing = next === undefined ? -1 : mergeableIndex(filter, next)
    setField(next)
    setIndex(existing === -1 ? undefined : existing)
    setMode(filter.conditions[existing]?.is === false ? 'is_not' : 'is')
    setText('')
  }
  const closeAndFocus = () => {
    onClose()
    anchor.current?.focus()
  }
  const setAndClose = (next: Condition) => {
    if (index === undefined) change(mergeCondition(filter, next))
    else putCondition(next)
    closeAndFocus()
  }
  const pick = ({ action }: MenuOption) => {
    if (action.kind === 'open') return openField(action.field)
    if (action.kind === 'set') return setAndClose({ ...action.condition, is: action.condition.is && is })
    if (index === undefined || !condition || !isValueCondition(condition))
      return putCondition({ field: action.field, is, values: [action.value] })
    const next = toggleValue(condition, action.value)
    if (next) return putCondition(next)
    change(replaceCondition(filter, index, null))
    setIndex(undefined)
    if (initialIndex !== undefined) closeAndFocus()
  }
  const chosen = condition && isValueCondition(condition) ? condition.values : []
  const options = useConditionCounts(
    filter,
    field === undefined ? fieldOptions(query, facets, now) : valueOptions(field, query, chosen, facets, now),
  )
  const chosenKeys =
    field === undefined
      ? undefined
      : isRangeField(field)
        ? options.flatMap(({ key, action }) =>
            condition && action.kind === 'set' && isSameCondition({ ...action.condition, is }, condition)
              ? [key]
              : [],
          )
        : chosen
  if (isManaging)
    // Outside of the chip, whose styles it would inherit.
    return createPortal(
      <Suspense>
        <ManageTags onClose={closeAndFocus} />
      </Suspense>,
      document.body,
    )
  return (
    <Popover
      anchor={anchor}
      onClose={onClose}
      role="dialog"
      aria-label={field === undefined ? t('filters.add') : fieldLabel(field)}
      className={styles.menu}
    >
      {field !== undefined && (
        <div className={styles.head}>
          {initialIndex === undefined && (
            <IconButton
              size="small"
              label={t('filters.back')}
              icon={<ArrowLeft aria-hidden />}
              onClick={() => openField(undefined)}
            />
          )}
          <strong>{fieldLabel(field)}</strong>
          <Segmented
            label={t('filters.mode')}
            value={is ? 'is' : 'is_not'}
            options={[
              { value: 'is', label: t('filters.is') },
              { value: 'is_not', label: t('filters.is_not') },
            ]}
            onValueChange={(mode) => {
              setMode(mode)
              if (condition) putCondition({ ...condition, is: mode === 'is' })
            }}
          />
        </div>
      )}
      <OptionList
        key={field ?? ''}
        label={
          field === undefined ? t('filters.search') : t('filters.search_values', { field: fieldLabel(field) })
        }
        text={text}
        onTextChange={setText}
        options={options}
        chosenKeys={chosenKeys}
        emptyMessage={
          facets.isLoading && (field === undefined || isValueField(field))
            ? t('filters.loading')
            : query === ''
              ? t(field === 'seed' ? 'filters.seed_hint' : 'filters.no_values')
              : t('filters.nothing', { text: query })
        }
        onPick={pick}
        onBack={() => {
          if (initialIndex === undefined) openField(undefined)
        }}
      />
      {field !== undefined && isRangeField(field) && (
        <RangeForm
          key={`range ${field}`}
          field={field}
          condition={condition && isRangeCondition(condition) ? condition : undefined}
          is={is}
          onApply={setAndClose}
        />
      )}
      {field === 'tag' && (
        <div className={styles.foot}>
          <Button size="small" variant="quiet" onClick={() => setManaging(true)}>
            {t('tags.manage')}
          </Button>
        </div>
      )}
    </Popover>
  )
}

interface RangeFormProps {
  field: RangeField
  /** The range that is being changed; undefined for a new one. */
  condition: RangeCondition | undefined
  is: boolean
  onApply: (condition: RangeCondition) => void
}

/** The bounds of a range; an empty input is no bound. */
function RangeForm({ field, condition, is, onApply }: RangeFormProps) {
  const [from, setFrom] = useState(boundInput(field, condition?.min ?? null))
  const [to, setTo] = useState(boundInput(field, condition?.period ? null : (condition?.max ?? null)))
  const [isBad, setBad] = useState(false)
  const errorId = useId()
  const hasUnit = field === 'price' || field === 'duration' || field === 'size' || field === 'pixels'
  const labels = hasUnit
    ? [t(`filters.${field}_from`), t(`filters.${field}_to`)]
    : [t('filters.from'), t('filters.to')]
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const range = readRangeInputs(field, [from, to], is)
    setBad(range === undefined)
    if (range) onApply(range)
  }
  const input =
    field === 'date'
      ? { type: 'date' }
      : { inputMode: 'decimal' as const, autoComplete: 'off', maxLength: 20 }
  return (
    <form className={styles.range} aria-label={t('filters.custom')} onSubmit={submit} noValidate>
      <TextField
        {...input}
        label={labels[0] ?? ''}
        value={from}
        onValueChange={setFrom}
        aria-describedby={isBad ? errorId : undefined}
      />
      <TextField
        {...input}
        label={labels[1] ?? ''}
        value={to}
        onValueChange={setTo}
        aria-describedby={isBad ? errorId : undefined}
      />
      <Button type="submit" disabled={from.trim() === '' && to.trim() === ''}>
        {t('filters.apply')}
      </Button>
      {isBad && (
        <p id={errorId} className={fieldStyles.error} role="alert">
          {t(field === 'date' ? 'filters.dates_bad' : 'filters.range_bad')}
        </p>
      )}
    </form>
  )
}
