import type { Values } from '../../../src-preload/contract/types/form.ts'
import { entriesOf } from './entriesOf.ts'
import { isActive } from './isActive.ts'
import { isEmptyValue } from './isEmptyValue.ts'
import type { FieldRow } from './Operation.ts'
import { readParameters } from './readParameters.ts'
import { sortedKeys } from './sortedKeys.ts'

export type WireEntry = [name: string, value: Values[string]]

/** Name and value on the wire of every entry that counts and says something, in the rows' order; files go apart. */
export function wireEntries(rows: readonly FieldRow[], values: Values): WireEntry[] {
  return rows.flatMap((row) => {
    if (row.kind === 'parameters') return parameterEntries(values[row.name])
    return entriesOf(row).flatMap(({ name, when }): WireEntry[] => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      if (row.kind === 'file' || isEmptyValue(value) || !isActive(when, values)) return []
      const trimmed = row.kind === 'url' && typeof value === 'string' ? value.trim() : value
      return [[row.wire?.[name] ?? name, sortedKeys(trimmed)]]
    })
  })
}

const parameterEntries = (value: Values[string] | undefined): WireEntry[] =>
  (value === undefined ? [] : (readParameters(value) ?? [])).flatMap(({ name, json }): WireEntry[] =>
    json === undefined ? [] : [[name, sortedKeys(json)]],
  )
