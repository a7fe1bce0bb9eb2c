import { collectionErrors } from '../../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../../src-preload/shared/StudioError.ts'
import {
  type Condition,
  flagFields,
  type LibraryFilter,
  rangeFields,
  valueFields,
} from '../../../../../src-preload/contract/types/filter.ts'
import { nameKey } from '../../../../../src-preload/shared/nameKey.ts'
import type { Database } from '../../../storage/database/Database.ts'
import { Flag, type ResultColumns } from './ResultColumns.ts'
import { buildSearchQuery } from '../searchQuery.ts'

const FIELDS: readonly Condition['field'][] = [...valueFields, ...flagFields, ...rangeFields]

/**
 * The bit that is set for a row that fails a condition on this field, so that the counts of the field can ignore it.
 */
export const failureBit = (field: Condition['field']): number => 2 << FIELDS.indexOf(field)

/** Splits the ids of a row's tags or collections. */
export const splitIds = (key: string): string[] => (key === '' ? [] : key.split(','))

export const hasUnknownCollection = ({ ids }: ResultColumns, { conditions }: LibraryFilter): boolean =>
  conditions.some(
    (condition) =>
      condition.field === 'collection' && condition.values.some((value) => !ids.collection.has(value)),
  )

/** @throws StudioError `collection_not_found` if a condition has an unknown collection. */
export function throwIfCollectionUnknown(columns: ResultColumns, filter: LibraryFilter): void {
  if (hasUnknownCollection(columns, filter))
    throw new StudioError({ code: collectionErrors.notFound, money: 'none' })
}

/** For each row from `from` to `end`, the bits of what it fails: 0 for one that matches the filter. Valid until the next call. */
export type MarkFailures = (from: number, end: number) => Uint32Array

/** Prepares a filter. What it returns is valid until the results change. */
export function prepareFilter(
  database: Database,
  columns: ResultColumns,
  { trash, search, conditions }: LibraryFilter,
): MarkFailures {
  const shown = trash ? Flag.trashed : 0
  const hidden = Flag.trashed | Flag.deleted
  const marks = [
    markFlag(columns, hidden, OTHER_FAILURE, (flags) => flags === shown),
    ...conditions.map((condition) => prepareCondition(columns, condition)),
    prepareSearch(database, columns, search),
  ]
  let buffer = new Uint32Array(0)
  return (from, end) => {
    if (buffer.length < end - from) buffer = new Uint32Array(end - from)
    const failures = buffer.subarray(0, end - from).fill(0)
    for (const mark of marks) mark?.(failures, from)
    return failures
  }
}

/** Prepares one condition, like a filter. */
export function prepareCondition(columns: ResultColumns, condition: Condition): Mark {
  if ('values' in condition) return markValues(columns, condition)
  const wanted = condition.is
  const bit = failureBit(condition.field)
  if (!('min' in condition))
    return markFlag(columns, Flag[condition.field], bit, (flags) => (flags !== 0) === wanted)
  const [low, high] = [condition.min ?? -Infinity, condition.max ?? Infinity]
  return (failures, from) => {
    const values = columns.numbers[condition.field]
    for (let n = 0; n < failures.length; n++) {
      const value = values[from + n] ?? NaN
      if ((value >= low && value <= high) !== wanted) failures[n] = (failures[n] ?? 0) | bit
    }
  }
}

/** Marks with `bit` the rows whose `flags` aren't wanted. */
function markFlag(
  columns: ResultColumns,
  flags: number,
  bit: number,
  isWanted: (flags: number) => boolean,
): Mark {
  const failing = Uint32Array.from({ length: 256 }, (_, value) => (isWanted(value & flags) ? 0 : bit))
  return (failures, from) => {
    for (let n = 0; n < failures.length; n++)
      failures[n] = (failures[n] ?? 0) | (failing[columns.flags[from + n] ?? 0] ?? 0)
  }
}

/** Tags and collections have a code per set of ids, of which at least one must be wanted. */
function markValues(columns: ResultColumns, { field, is, values }: ValueCondition): Mark {
  const column = columns.texts[field]
  const isSet = field === 'tag' || field === 'collection'
  const toId = (value: string): string | undefined =>
    isSet ? columns.ids[field].get(field === 'tag' ? nameKey(value) : value) : value
  const wanted = new Set(values.map(toId))
  const bit = failureBit(field)
  let failing = new Uint32Array(0)
  return (failures, from) => {
    // Loading older rows may have added codes.
    if (failing.length < column.keys.length)
      failing = Uint32Array.from(column.keys, (key) => {
        const isMatch = isSet ? splitIds(key).some((id) => wanted.has(id)) : wanted.has(key)
        return isMatch === is ? 0 : bit
      })
    const { codes } = column
    for (let n = 0; n < failures.length; n++)
      failures[n] = (failures[n] ?? 0) | (failing[codes[from + n] ?? 0] ?? 0)
  }
}

type ValueCondition = Extract<Condition, { values: string[] }>

/**
 * If the rows aren't in the order of their sequence numbers, matches are read for this many sequence numbers at once.
 */
const CHUNK = 1 << 16

/**
 * Marks the rows that don't match a search; null for an empty search. The full-text index is read for the rows of each call only, so that a
 * page of the newest matches doesn't wait for the old ones.
 */
function prepareSearch(database: Database, columns: ResultColumns, search: string): Mark | null {
  const query = buildSearchQuery(search)
  if (query === null) return null
  /** 1 for each match, by chunk of sequence numbers. */
  const chunks = new Map<number, Uint8Array>()
  const readChunk = (chunk: number): Uint8Array => {
    const known = chunks.get(chunk)
    if (known) return known
    const isHit = new Uint8Array(CHUNK)
    const low = chunk * CHUNK
    for (const hit of readHits(database, query, low, low + CHUNK - 1)) isHit[hit - low] = 1
    chunks.set(chunk, isHit)
    return isHit
  }
  return (failures, from) => {
    const seqs = columns.seq.subarray(from, from + failures.length)
    const fail = (n: number): void => void (failures[n] = (failures[n] ?? 0) | OTHER_FAILURE)
    // Imported results are not in the order of their sequence numbers, so a range of these would include many other
    // results.
    if (!isAscending(seqs)) {
      for (const [n, seq] of seqs.entries())
        if (readChunk(Math.floor(seq / CHUNK))[seq % CHUNK] === 0) fail(n)
      return
    }
    const hits = readHits(database, query, seqs[0] ?? 0, seqs.at(-1) ?? 0)
    let next = 0
    for (const [n, seq] of seqs.entries()) {
      while (next < hits.length && (hits[next] ?? 0) < seq) next++
      if (hits[next] !== seq) fail(n)
    }
  }
}

const isAscending = (seqs: Uint32Array): boolean =>
  seqs.every((seq, n) => n === 0 || seq > (seqs[n - 1] ?? 0))

/** The sequence numbers of the matches between two, both included, in ascending order. */
function readHits(database: Database, query: string, low: number, high: number): readonly number[] {
  // One text is read several times faster than a row per match. The bounds are cast, because JavaScript numbers are
  // bound as floats, and the full-text index ignores bounds that aren't integers and would read all matches.
  const found = database.get(
    `SELECT json_group_array(rowid) AS seqs FROM (SELECT rowid FROM asset_words
       WHERE asset_words MATCH ? AND rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY rowid)`,
    query,
    low,
    high,
  )
  const seqs: unknown = JSON.parse(String(found?.['seqs']))
  return Array.isArray(seqs) ? seqs : []
}

/** The bit that is set for a row that fails anything but a condition: it is in the trash, or doesn't match the search. */
const OTHER_FAILURE = 1

/** Sets the bits of what each row fails. `failures` begins with the row `from`. */
type Mark = (failures: Uint32Array, from: number) => void
