import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { isEmptyValue } from '../values/valueRules.ts'
import type { FieldRow, Operation } from '../Operation.ts'
import { entriesOf } from '../form/entries.ts'
import { readParameters } from '../values/readParameters.ts'

/**
 * A refusal with its complaints under the form's own entries; what is about no field of the form keeps the service's name.
 * What is too large as a whole is so for its files, whose sizes alone can matter: without words, since the service has none.
 */
export function problemAtFields(operation: Operation | undefined, problem: Problem, values: Values): Problem {
  if (!operation) return problem
  if (!problem.fields) {
    const files = problem.code === serviceErrors.tooLarge ? filesIn(operation, values) : []
    return files.length > 0
      ? { ...problem, fields: Object.fromEntries(files.map((name) => [name, []])) }
      : problem
  }
  const fields: Record<string, string[]> = {}
  for (const [wireName, words] of Object.entries(problem.fields)) {
    const name = fieldOfWire(operation, wireName, values) ?? wireName
    fields[name] = [...(fields[name] ?? []), ...words]
  }
  return { ...problem, fields }
}

const filesIn = ({ fields }: Operation, values: Values): string[] =>
  fields.flatMap(({ kind, name }) => (kind === 'file' && !isEmptyValue(values[name]) ? [name] : []))

/**
 * The entry of the values a service's complaint is about: `errors` of a 422 names fields as they go over the wire, with
 * a path into lists, such as `loras.0.weight` (facts.md §4). Of two entries that share a name, the one in `values`. Null:
 * no field of this operation.
 */
export function fieldOfWire(operation: Operation, wireName: string, values: Values = {}): string | null {
  const [head] = wireName.split(/[.[]/)
  const named = operation.fields.flatMap((row) =>
    entriesOf(row)
      .filter(({ name }) => (row.wire?.[name] ?? name) === head || multipleNameOf(row) === head)
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

const multipleNameOf = (row: FieldRow) => (row.kind === 'file' ? row.many?.split('[')[0] : undefined)

const namesIn = (value: Values[string] | undefined): string[] =>
  (value === undefined ? [] : (readParameters(value) ?? [])).map(({ name }) => name)
