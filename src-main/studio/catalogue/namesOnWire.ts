import { entriesOf } from './entriesOf.ts'
import type { FieldRow } from './Operation.ts'

/** Every name that a row's entries have: in the values and on the wire. */
export const namesOnWire = (row: FieldRow): string[] => [
  ...entriesOf(row).flatMap(({ name }) => [name, row.wire?.[name] ?? name]),
  ...(row.kind === 'file' && row.many !== undefined ? [row.many, row.many.replace('[]', '')] : []),
]
