import { dayOfTime, startOfDay } from '../../../../src-preload/shared/calendar.ts'
import {
  type Condition,
  type LibraryFilter,
  type LibrarySort,
  valueFields,
} from '../../../../src-preload/contract/types/filter.ts'
import { hasWords } from '../../../../src-preload/shared/hasWords.ts'
import { COUNT_LIMIT } from '../../../../src-preload/constraints/limits.ts'
import { nameKey } from '../../../../src-preload/shared/nameKey.ts'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Database } from '../../storage/database/Database.ts'
import {
  failureBit,
  prepareCondition,
  prepareFilter,
  splitIds,
  throwIfCollectionUnknown,
} from './columns/prepareFilter.ts'
import type { ResultColumns, ValueField } from './columns/ResultColumns.ts'
import { resultIndexOf } from './columns/ResultIndex.ts'
import { sortInSlices, sortKeysOf, valueOfKey } from './columns/sortKeys.ts'
import { compareNames } from '../../../../src-preload/shared/compareNames.ts'

/** Values returned per field, besides those that the filter contains. */
const MAX_VALUES = 100
/** Rows counted at once: about 10 ms. */
const BLOCK_ROWS = 100_000
/** Ranks whose values are returned. */
const MAX_RANKS = 500

/** Number and size of the results of a filter. @throws StudioError `collection_not_found`, like the other counts. */
export function* countResults(
  database: Database,
  filter: LibraryFilter,
): Generator<void, RouteOutput<'library.count'>> {
  const index = resultIndexOf(database)
  yield* index.refresh()
  const list = index.list(filter)
  yield* list.complete()
  return list.totals()
}

/** The days on which results of a filter were made, newest first. */
export function* readTimeline(
  database: Database,
  filter: LibraryFilter,
  blockRows = BLOCK_ROWS,
): Generator<void, RouteOutput<'library.timeline'>> {
  const index = resultIndexOf(database)
  yield* index.refresh()
  const { columns } = index
  const list = index.list(filter)
  yield* list.complete()
  let { layoutRevision } = columns
  const counts = new Map<number, number>()
  let from = 0
  while (from < list.length) {
    const { date } = columns.numbers
    let day = localDay(NaN)
    let count = 0
    const addDay = (): void => void counts.set(day.number, (counts.get(day.number) ?? 0) + count)
    for (const row of list.rows.subarray(from, from + blockRows)) {
      const time = date[row] ?? 0
      if (!(time >= day.start && time < day.end)) {
        if (count > 0) addDay()
        day = localDay(time)
        count = 0
      }
      count++
    }
    addDay()
    from += blockRows
    yield
    // Another query may have moved the rows meanwhile; counting then starts again.
    if (columns.layoutRevision === layoutRevision) continue
    yield* list.complete()
    ;({ layoutRevision } = columns)
    counts.clear()
    from = 0
  }
  const days = [...counts.keys()].toSorted((a, b) => b - a)
  return { days, counts: days.map((number) => counts.get(number) ?? 0) }
}

/** The local day of a time, which can have 23 or 25 hours: its number since 1970-01-01, its start and its end. */
function localDay(time: number): { number: number; start: number; end: number } {
  const number = dayOfTime(time)
  return { number, start: startOfDay(number), end: startOfDay(number + 1) }
}

/** The values at equal distances in a list that is sorted by values. */
export function* readValues(
  database: Database,
  { filter, sort: { by, descending } }: { filter: LibraryFilter; sort: LibrarySort },
): Generator<void, RouteOutput<'library.values'>> {
  const index = resultIndexOf(database)
  yield* index.refresh()
  const list = index.list(filter)
  yield* list.complete()
  const keys = sortKeysOf(index.columns.numbers[by], list.rows, descending)
  yield
  yield* sortInSlices(keys)
  const count = Math.min(keys.length, MAX_RANKS)
  return {
    total: keys.length,
    values: Array.from({ length: count }, (_, n) =>
      valueOfKey(keys[Math.round((n * (keys.length - 1)) / Math.max(1, count - 1))] ?? NaN, descending),
    ),
  }
}

type Facet = RouteOutput<'library.facets'>['facets'][number]

/**
 * The values of each field that contain `search`, with their counts. Tasks are returned whatever the search is, because
 * their labels are only ids here.
 */
export function* readFacets(
  database: Database,
  { filter, search }: { filter: LibraryFilter; search: string },
  blockRows = BLOCK_ROWS,
): Generator<void, RouteOutput<'library.facets'>> {
  const index = resultIndexOf(database)
  yield* index.refresh()
  const { columns } = index
  throwIfCollectionUnknown(columns, filter)
  yield* columns.loadAll()
  const markFailures = prepareFilter(database, columns, filter)
  const begin = () =>
    valueFields.map((field) => ({
      field,
      others: ~failureBit(field),
      byCode: new Uint32Array(columns.texts[field].keys.length),
    }))
  let counts = begin()
  let { layoutRevision } = columns
  let from = columns.first
  while (from < columns.end) {
    const failures = markFailures(from, Math.min(columns.end, from + blockRows))
    for (const { field, others, byCode } of counts) {
      const { codes } = columns.texts[field]
      for (let n = 0; n < failures.length; n++) {
        if (((failures[n] ?? 0) & others) !== 0) continue
        const code = codes[from + n] ?? 0
        byCode[code] = (byCode[code] ?? 0) + 1
      }
    }
    from += blockRows
    yield
    // Another query may have moved the rows meanwhile; counting then starts again.
    if (columns.layoutRevision === layoutRevision) continue
    ;({ layoutRevision } = columns)
    counts = begin()
    from = columns.first
  }
  const searched = nameKey(search)
  const isExact = (value: Facet['values'][number]): number => Number(nameKey(value.label) === searched)
  const chosen = new Set(filter.conditions.flatMap((one) => ('values' in one ? one.values.map(nameKey) : [])))
  return {
    facets: counts.map(({ field, byCode }) => ({
      field,
      values: namedValues(database, columns, field, byCode)
        .filter(({ label }) => field === 'operation' || hasWords(label, search))
        .toSorted((a, b) => isExact(b) - isExact(a) || b.count - a.count || compareNames(a.label, b.label))
        .filter(({ value }, index) => index < MAX_VALUES || chosen.has(nameKey(value)))
        .map((value) => ({ ...value, count: Math.min(value.count, COUNT_LIMIT) })),
    })),
  }
}

/** The number of results that match each condition instead of the filter's conditions on its field. */
export function* countConditions(
  database: Database,
  { filter, conditions }: { filter: LibraryFilter; conditions: readonly Condition[] },
  blockRows = BLOCK_ROWS,
): Generator<void, RouteOutput<'library.count_conditions'>> {
  const index = resultIndexOf(database)
  yield* index.refresh()
  const { columns } = index
  throwIfCollectionUnknown(columns, { ...filter, conditions: [...filter.conditions, ...conditions] })
  yield* columns.loadAll()
  const markFailures = prepareFilter(database, columns, filter)
  const counters = conditions.map((condition) => ({
    others: ~failureBit(condition.field),
    mark: prepareCondition(columns, condition),
    count: 0,
  }))
  const buffer = new Uint32Array(blockRows)
  let { layoutRevision } = columns
  let from = columns.first
  while (from < columns.end) {
    const unfinished = counters.filter(({ count }) => count < COUNT_LIMIT)
    if (unfinished.length === 0) break
    const end = Math.min(columns.end, from + Math.ceil(blockRows / unfinished.length))
    const failures = markFailures(from, end)
    const remaining = buffer.subarray(0, failures.length)
    for (const counter of unfinished) {
      for (let n = 0; n < failures.length; n++) remaining[n] = (failures[n] ?? 0) & counter.others
      counter.mark(remaining, from)
      for (const failure of remaining) if (failure === 0) counter.count++
    }
    from = end
    yield
    // Another query may have moved the rows meanwhile; counting then starts again.
    if (columns.layoutRevision === layoutRevision) continue
    ;({ layoutRevision } = columns)
    for (const counter of counters) counter.count = 0
    from = columns.first
  }
  return { counts: counters.map(({ count }) => Math.min(count, COUNT_LIMIT)) }
}

/** All values of a field that results have. */
function namedValues(
  database: Database,
  columns: ResultColumns,
  field: ValueField,
  byCode: Uint32Array,
): Facet['values'] {
  const { keys, labels } = columns.texts[field]
  const isSet = field === 'tag' || field === 'collection'
  const counts = new Map<string, { label: string; count: number }>()
  for (const [code, count] of byCode.entries())
    for (const id of isSet ? splitIds(keys[code] ?? '') : [keys[code] ?? '']) {
      if (count === 0 || id === '') continue
      counts.set(id, { label: labels[code] ?? '', count: (counts.get(id)?.count ?? 0) + count })
    }
  const batches = field === 'batch' ? readBatchNames(database, [...counts.keys()]) : null
  return [...counts].flatMap(([id, { label, count }]) => {
    const name = isSet ? columns.names[field].get(id) : { value: id, label: batches?.get(id) ?? label }
    return name ? [{ ...name, count }] : []
  })
}

const readBatchNames = (database: Database, ids: readonly string[]): Map<string, string> =>
  new Map(
    database
      .all('SELECT id, name FROM batches WHERE id IN (SELECT value FROM json_each(?))', JSON.stringify(ids))
      .map(({ id, name }) => [String(id), String(name)]),
  )
