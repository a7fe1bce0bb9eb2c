import { collectionErrors, StudioError } from '../../../../../src-preload/contract/errors.ts'
import {
  type Condition,
  type LibraryFilter,
  valueFields,
} from '../../../../../src-preload/contract/types/filter.ts'
import type { Database } from '../../../storage/database/Database.ts'
import { type Mark, OTHER_FAILURE } from './marks.ts'
import { prepareSearch } from './prepareSearch.ts'
import { Flag, type ResultColumns, type ValueField } from './ResultColumns.ts'

/**
 * The bit that is set for a row that fails a condition on this field, so that the counts of the field can ignore it.
 */
export const failureBit = (field: ValueField): number => 2 << valueFields.indexOf(field)

/** Splits the ids of a row's tags or collections. */
export const splitIds = (key: string): string[] => (key === '' ? [] : key.split(','))
/** Tags are compared ignoring the case of ASCII letters. */
const toTagKey = (name: string): string => name.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** @throws StudioError `collection_not_found` if a condition has an unknown collection. */
export function throwIfCollectionUnknown({ ids }: ResultColumns, { conditions }: LibraryFilter): void {
  const isUnknown = conditions.some(
    (condition) =>
      condition.field === 'collection' && condition.values.some((value) => !ids.collection.has(value)),
  )
  if (isUnknown) throw new StudioError({ code: collectionErrors.notFound, money: 'none' })
}

/** For each row from `from` to `end`, the bits of what it fails: 0 for one that matches the filter. Valid until the next call. */
export type MarkFailures = (from: number, end: number) => Uint16Array

/** Prepares a filter. What it returns is valid until the results change. */
export function prepareFilter(
  database: Database,
  columns: ResultColumns,
  { trash, search, conditions }: LibraryFilter,
): MarkFailures {
  const shown = trash ? Flag.trashed : 0
  const hidden = Flag.trashed | Flag.deleted
  const marks = [
    markFlag(columns, hidden, (flags) => flags === shown),
    ...conditions.map((condition) => prepareCondition(columns, condition)),
    prepareSearch(database, columns, search),
  ]
  let buffer = new Uint16Array(0)
  return (from, end) => {
    if (buffer.length < end - from) buffer = new Uint16Array(end - from)
    const failures = buffer.subarray(0, end - from).fill(0)
    for (const mark of marks) mark?.(failures, from)
    return failures
  }
}

function prepareCondition(columns: ResultColumns, condition: Condition): Mark {
  if ('values' in condition) return markValues(columns, condition)
  const wanted = condition.is
  if (!('min' in condition))
    return markFlag(columns, Flag[condition.field], (flags) => (flags !== 0) === wanted)
  const [low, high] = [condition.min ?? -Infinity, condition.max ?? Infinity]
  return (failures, from) => {
    const values = columns.numbers[condition.field]
    for (let n = 0; n < failures.length; n++) {
      const value = values[from + n] ?? NaN
      if ((value >= low && value <= high) !== wanted) failures[n] = (failures[n] ?? 0) | OTHER_FAILURE
    }
  }
}

function markFlag(columns: ResultColumns, bits: number, isWanted: (flags: number) => boolean): Mark {
  const failing = Uint8Array.from({ length: 256 }, (_, value) => (isWanted(value & bits) ? 0 : OTHER_FAILURE))
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
    isSet ? columns.ids[field].get(field === 'tag' ? toTagKey(value) : value) : value
  const wanted = new Set(values.map(toId))
  const bit = failureBit(field)
  let failing = new Uint16Array(0)
  return (failures, from) => {
    // Loading older rows may have added codes.
    if (failing.length < column.keys.length)
      failing = Uint16Array.from(column.keys, (key) => {
        const isMatch = isSet ? splitIds(key).some((id) => wanted.has(id)) : wanted.has(key)
        return isMatch === is ? 0 : bit
      })
    const { codes } = column
    for (let n = 0; n < failures.length; n++)
      failures[n] = (failures[n] ?? 0) | (failing[codes[from + n] ?? 0] ?? 0)
  }
}

type ValueCondition = Extract<Condition, { values: string[] }>
