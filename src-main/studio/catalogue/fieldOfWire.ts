import { entriesOf } from './entriesOf.ts'
import type { FieldRow, Operation } from './Operation.ts'

/**
 * The entry of the values a service's complaint is about: `errors` of a 422 names fields as they go over the wire, with
 * a path into lists, such as `loras.0.weight` (facts.md §4). Null: no field of this operation.
 */
export function fieldOfWire(operation: Operation, wireName: string): string | null {
  const [head] = wireName.split(/[.[]/)
  for (const row of operation.fields)
    for (const { name } of entriesOf(row))
      if ((row.wire?.[name] ?? name) === head || headOf(row) === head) return name
  return null
}

const headOf = (row: FieldRow) => (row.kind === 'file' ? row.many?.split('[')[0] : undefined)
