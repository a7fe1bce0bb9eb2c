import type { Values } from '../../../src-preload/contract/types/form.ts'
import { entriesOf } from './entriesOf.ts'
import { isEmptyValue } from './isEmptyValue.ts'
import type { FieldRow, Operation } from './Operation.ts'
import { readParameters } from './readParameters.ts'

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
  // What was measured of a file is the file's matter where no field of that name is given.
  const measured = operation.fields.filter(
    (row) => row.kind === 'file' && Object.values(row.measured ?? {}).some((name) => name === head),
  )
  const free = operation.fields.filter(
    ({ kind, name }) => kind === 'parameters' && namesIn(values[name]).includes(head ?? ''),
  )
  if (free[0]) return free[0].name
  const given = [...named, ...measured.map(({ name }) => name)].find((name) => !isEmptyValue(values[name]))
  return given ?? named[0] ?? measured[0]?.name ?? null
}

const headOf = (row: FieldRow) => (row.kind === 'file' ? row.many?.split('[')[0] : undefined)

const namesIn = (value: Values[string] | undefined): string[] =>
  (value === undefined ? [] : (readParameters(value) ?? [])).map(({ name }) => name)
