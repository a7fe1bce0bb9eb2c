import type { Condition, DatePeriod, LibrarySort } from '../../../src-preload/contract/types/filter.ts'
import type { Meaning } from '../../../src-preload/contract/routes/meaning.ts'
import {
  MAX_CONDITIONS,
  MAX_MEANING_LENGTH,
  MAX_SEARCH_LENGTH,
  MAX_CONDITION_VALUE_LENGTH,
  MAX_CONDITION_VALUES,
} from '../../../src-preload/constraints/limits.ts'
import { truncate } from '../../../src-preload/shared/truncate.ts'
import {
  inPeriod,
  isField,
  isRangeCondition,
  isRangeField,
  isValueCondition,
  isValueField,
  NEWEST_FIRST,
  NO_FILTER,
  withCollection,
  type LibraryView,
  type RangeField,
} from './libraryFilter.ts'

/*
 * A view in a URL: `?q=fog&model=aurora,borealis&-kind=video&price=50000000..&date=week&starred=1&sort=price-desc`.
 * A minus before a field means "is not". Parts that can't be parsed are ignored.
 */

/**
 * The view as a URL query; empty for all results, newest first. `savedId` is the id of the saved search that the view
 * was opened from. With `meaning`, the results are sorted by their similarity to it.
 */
export function viewQuery(
  { filter, sort }: LibraryView,
  savedId: string | null = null,
  meaning: Meaning | null = null,
): string {
  const query = new URLSearchParams()
  if (filter.trash) query.set('view', 'trash')
  if (savedId !== null) query.set('saved', savedId)
  if (filter.search !== '') query.set('q', filter.search)
  for (const condition of filter.conditions)
    query.append(`${condition.is ? '' : '-'}${condition.field}`, writeCondition(condition))
  if (sort.by !== NEWEST_FIRST.by || sort.descending !== NEWEST_FIRST.descending)
    query.set('sort', `${sort.by}-${sort.descending ? 'desc' : 'asc'}`)
  if (meaning && 'id' in meaning) query.set(LIKE, meaning.id)
  else if (meaning) query.set(MEANING, meaning.text)
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** Reads a view from a URL query. Periods are computed from `now`, in milliseconds since the epoch. */
export function readView(query: URLSearchParams, now: number): LibraryView {
  const conditions = [...query].flatMap(([name, text]) => readCondition(name, text, now) ?? [])
  return {
    filter: {
      trash: query.get('view') === 'trash',
      search: truncate(query.get('q') ?? '', MAX_SEARCH_LENGTH).trim(),
      conditions: conditions.slice(0, MAX_CONDITIONS),
    },
    sort: readSort(query.get('sort')),
  }
}

/** The saved search that a view was opened from; null if none. */
export const readSavedId = (query: URLSearchParams): string | null => query.get('saved')

const LIKE = 'like'
const MEANING = 'meaning'

/**
 * What the results of a view are sorted by similarity to: a result, or a text, which is empty until the user types it.
 * Null if the view isn't sorted by meaning.
 */
export function readMeaning(query: URLSearchParams): Meaning | null {
  const [id, text] = [query.get(LIKE), query.get(MEANING)]
  if (id !== null) return { id }
  return text === null ? null : { text: truncate(text, MAX_MEANING_LENGTH) }
}

/** Path of the gallery, with the filter of a URL query, sorted by similarity to a result. */
export function similarPath(query: URLSearchParams, id: string): string {
  const similar = new URLSearchParams(query)
  similar.delete(MEANING)
  similar.set(LIKE, id)
  return `gallery?${similar.toString()}`
}

function writeCondition(condition: Condition): string {
  if (isValueCondition(condition)) return condition.values.map(escapeValue).join(',')
  if (!isRangeCondition(condition)) return '1'
  return condition.period ?? `${condition.min ?? ''}..${condition.max ?? ''}`
}

function readCondition(name: string, text: string, now: number): Condition | undefined {
  const is = !name.startsWith('-')
  const field = is ? name : name.slice(1)
  if (!isField(field)) return undefined
  if (isValueField(field)) {
    const values = [...new Set(text.split(',').map(unescapeValue))]
      .filter((value) => value.length > 0 && value.length <= MAX_CONDITION_VALUE_LENGTH)
      .slice(0, MAX_CONDITION_VALUES)
    return values.length > 0 ? { field, is, values } : undefined
  }
  if (isRangeField(field)) return readRange(field, is, text, now)
  return text === '1' ? { field, is } : undefined
}

/** Path of the results of a collection, newest first. */
export const collectionPath = (id: string): string =>
  `gallery${viewQuery({ filter: withCollection(NO_FILTER, id), sort: NEWEST_FIRST })}`

const PERIODS: readonly DatePeriod[] = ['today', 'week', 'month', 'year']

function readRange(field: RangeField, is: boolean, text: string, now: number): Condition | undefined {
  const period = PERIODS.find((name) => name === text)
  if (period) return field === 'date' ? inPeriod(period, now, is) : undefined
  const [min, max, ...rest] = text.split('..').map(readBound)
  if (min === undefined || max === undefined || rest.length > 0) return undefined
  if (min === null ? max === null : max !== null && min > max) return undefined
  return { field, is, min, max }
}

const NUMBER = /^-?\d{1,16}(?:\.\d{1,6})?$/
/** A bound: null for none, undefined if it is not a number. */
const readBound = (text: string): number | null | undefined =>
  text === '' ? null : NUMBER.test(text) ? Number(text) : undefined

const SORT_FIELDS: readonly LibrarySort['by'][] = ['date', 'price', 'duration', 'size']

function readSort(text: string | null): LibrarySort {
  const [name, direction] = text?.split('-') ?? []
  const by = SORT_FIELDS.find((field) => field === name)
  return by && (direction === 'asc' || direction === 'desc')
    ? { by, descending: direction === 'desc' }
    : NEWEST_FIRST
}

const escapeValue = (value: string): string => value.replaceAll('%', '%25').replaceAll(',', '%2C')
const unescapeValue = (text: string): string => text.replaceAll('%2C', ',').replaceAll('%25', '%')
