import type { Values } from '../../../src-preload/contract/types/form.ts'
import { entriesOf } from './entriesOf.ts'
import { isEmptyValue } from './isEmptyValue.ts'
import type { FieldRow, Operation } from './Operation.ts'

/**
 * The entry of the values a service's complaint is about: `errors` of a 422 names fields as they go over the wire, with
 * a path into lists, such as `loras.0.weight` (facts.md §4). Of two entries that share a name, the one in `values`. Null:
 * no field of this operation.
 */
export function fieldOfWire(operation: Operation, wireName: string, values: Values = {}): string | null {
  const [head] = wireName.split(/[.[]/)
  const named = operation.fields.flatMap((row) =>
    entriesOf(row)
      .filter(({ name }) => (row.wire?.[name] ?? name) === head || headOf(row) === head)
      .map(({ name }) => name),
  )
  return named.find((name) => !isEmptyValue(values[name])) ?? named[0] ?? null
}

const headOf = (row: FieldRow) => (row.kind === 'file' ? row.many?.split('[')[0] : undefined)
