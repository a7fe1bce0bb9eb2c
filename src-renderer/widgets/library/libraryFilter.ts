import type {
  Condition,
  DatePeriod,
  LibraryFilter,
  LibrarySort,
} from '../../../src-preload/contract/types/filter.ts'
import { MAX_CONDITIONS, MAX_CONDITION_VALUES } from '../../../src-preload/constraints/limits.ts'

/** What a list of the library shows, and in which order. */
export interface LibraryView {
  filter: LibraryFilter
  sort: LibrarySort
}

export type Field = Condition['field']
export type ValueCondition = Extract<Condition, { values: string[] }>
export type RangeCondition = Extract<Condition, { min: number | null }>
export type ValueField = ValueCondition['field']
export type RangeField = RangeCondition['field']
export type FlagField = Exclude<Field, ValueField | RangeField>

/** The kind of each field's condition. */
export const FIELD_KINDS = {
  kind: 'values',
  operation: 'values',
  model: 'values',
  connection: 'values',
  batch: 'values',
  starred: 'flag',
  rating: 'range',
  tag: 'values',
  collection: 'values',
  shape: 'values',
  pixels: 'range',
  duration: 'range',
  price: 'range',
  size: 'range',
  date: 'range',
  seed: 'range',
  used: 'flag',
  edited: 'flag',
  imported: 'flag',
  file: 'values',
} as const satisfies Record<Field, 'values' | 'flag' | 'range'>

export const isField = (name: string): name is Field => Object.hasOwn(FIELD_KINDS, name)
export const isValueField = (field: Field): field is ValueField => FIELD_KINDS[field] === 'values'
export const isRangeField = (field: Field): field is RangeField => FIELD_KINDS[field] === 'range'
export const isFlagField = (field: Field): field is FlagField => FIELD_KINDS[field] === 'flag'
export const isValueCondition = (condition: Condition): condition is ValueCondition => 'values' in condition
export const isRangeCondition = (condition: Condition): condition is RangeCondition => 'min' in condition

export const NEWEST_FIRST: LibrarySort = { by: 'date', descending: true }
export const NO_FILTER: LibraryFilter = { trash: false, search: '', conditions: [] }

export const isNewestFirst = ({ by, descending }: LibrarySort): boolean => by === 'date' && descending
/** Whether a filter leaves out results of the library or the trash. */
export const isFiltered = ({ search, conditions }: LibraryFilter): boolean =>
  search !== '' || conditions.length > 0

/** A filter with these conditions. */
export const filterBy = (...conditions: Condition[]): LibraryFilter => ({ ...NO_FILTER, conditions })

/** What identifies a condition; for a period its name, because its bounds change with time. */
const conditionKey = (condition: Condition): string =>
  JSON.stringify([
    condition.field,
    condition.is,
    isValueCondition(condition)
      ? condition.values
      : isRangeCondition(condition)
        ? (condition.period ?? [condition.min, condition.max])
        : null,
  ])

export const isSameCondition = (one: Condition, other: Condition): boolean =>
  conditionKey(one) === conditionKey(other)

export const isSameView = (one: LibraryView, other: LibraryView): boolean => viewKey(one) === viewKey(other)

const viewKey = ({ filter, sort }: LibraryView): string =>
  JSON.stringify([filter.trash, filter.search, filter.conditions.map(conditionKey), sort.by, sort.descending])

/** Replaces a condition; null removes it. */
export const replaceCondition = (
  filter: LibraryFilter,
  index: number,
  condition: Condition | null,
): LibraryFilter => ({
  ...filter,
  conditions: filter.conditions.flatMap((old, at) => (at !== index ? [old] : condition ? [condition] : [])),
})

/** Adds a condition, unless there are already as many as a filter can have. */
export const addCondition = (filter: LibraryFilter, condition: Condition): LibraryFilter =>
  filter.conditions.length >= MAX_CONDITIONS
    ? filter
    : { ...filter, conditions: [...filter.conditions, condition] }

/** Fields that can have several values in one result, so that several conditions on them can match. */
const MULTI_VALUE_FIELDS: ReadonlySet<Field> = new Set(['tag', 'collection'])

/** Index of the condition that another one on the same field would be merged into; -1 if there is none. */
export const mergeableIndex = ({ conditions }: LibraryFilter, field: Field): number =>
  MULTI_VALUE_FIELDS.has(field) ? -1 : conditions.findIndex((condition) => condition.field === field)

/**
 * Adds a condition to a filter. A field with one value per result keeps one condition: values are added as
 * alternatives, a range or flag replaces the earlier one.
 */
export function mergeCondition(filter: LibraryFilter, condition: Condition): LibraryFilter {
  const index = mergeableIndex(filter, condition.field)
  const old = filter.conditions[index]
  if (old === undefined) return addCondition(filter, condition)
  if (!isValueCondition(old) || !isValueCondition(condition) || old.is !== condition.is)
    return replaceCondition(filter, index, condition)
  const values = [...new Set([...old.values, ...condition.values])].slice(0, MAX_CONDITION_VALUES)
  return replaceCondition(filter, index, { ...old, values })
}

/** Adds an alternative to a condition, or removes it; null if none is left. */
export function toggleValue(condition: ValueCondition, value: string): ValueCondition | null {
  const { values } = condition
  const next = values.includes(value)
    ? values.filter((other) => other !== value)
    : [...values, value].slice(0, MAX_CONDITION_VALUES)
  return next.length === 0 ? null : { ...condition, values: next }
}

/** Changes "is" to "is not" and back. */
export const negate = (condition: Condition): Condition => ({ ...condition, is: !condition.is })

const isCollectionScope = (condition: Condition): condition is ValueCondition =>
  condition.field === 'collection' && condition.is && condition.values.length === 1

/** The collection that the list is limited to, whose name is its title; null if there is none. */
export const collectionScope = ({ conditions }: LibraryFilter): string | null =>
  conditions.find(isCollectionScope)?.values[0] ?? null

/** Index of the condition that `collectionScope` is read from; -1 if there is none. */
export const collectionScopeIndex = ({ conditions }: LibraryFilter): number =>
  conditions.findIndex(isCollectionScope)

/** The filter limited to a collection instead of the current one; null removes the limit. */
export function withCollection(filter: LibraryFilter, id: string | null): LibraryFilter {
  const index = collectionScopeIndex(filter)
  const condition: Condition | null = id === null ? null : { field: 'collection', is: true, values: [id] }
  if (index !== -1) return replaceCondition(filter, index, condition)
  return condition === null
    ? filter
    : { ...filter, conditions: [condition, ...filter.conditions].slice(0, MAX_CONDITIONS) }
}

/** The filter without some collections; a condition that names no other is removed. */
export const withoutCollections = (
  filter: LibraryFilter,
  isRemoved: (id: string) => boolean,
): LibraryFilter => ({
  ...filter,
  conditions: filter.conditions.flatMap((condition) => {
    if (condition.field !== 'collection') return [condition]
    const values = condition.values.filter((id) => !isRemoved(id))
    return values.length > 0 ? [{ ...condition, values }] : []
  }),
})

const isStarredCondition = ({ field, is }: Condition): boolean => field === 'starred' && is
export const isStarredOnly = ({ conditions }: LibraryFilter): boolean => conditions.some(isStarredCondition)

/** Limits the filter to starred results, or removes that limit. */
export const toggleStarred = (filter: LibraryFilter): LibraryFilter =>
  isStarredOnly(filter)
    ? { ...filter, conditions: filter.conditions.filter((condition) => !isStarredCondition(condition)) }
    : mergeCondition(filter, { field: 'starred', is: true })

/** The filter without its search and conditions; a collection stays, because it is the title of the list. */
export const clearFilter = (filter: LibraryFilter): LibraryFilter =>
  withCollection({ ...NO_FILTER, trash: filter.trash }, collectionScope(filter))

/** Start of a period in milliseconds since the epoch. */
export function periodStart(period: DatePeriod, now: number): number {
  const date = new Date(now)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  switch (period) {
    case 'today':
      return new Date(year, month, day).getTime()
    case 'week':
      return new Date(year, month, day - 6).getTime()
    case 'month':
      return new Date(year, month).getTime()
    case 'year':
      return new Date(year, 0).getTime()
  }
}

/** A condition on a period that ends now. */
export const inPeriod = (period: DatePeriod, now: number, is = true): RangeCondition => ({
  field: 'date',
  is,
  min: periodStart(period, now),
  max: null,
  period,
})

/** A saved filter with the bounds of its periods computed for the current time. */
export const withCurrentPeriods = (filter: LibraryFilter, now: number): LibraryFilter => ({
  ...filter,
  conditions: filter.conditions.map((condition) =>
    isRangeCondition(condition) && condition.period
      ? inPeriod(condition.period, now, condition.is)
      : condition,
  ),
})
