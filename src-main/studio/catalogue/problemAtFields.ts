import { serviceErrors } from '../../../src-preload/contract/errors.ts'
import type { Values } from '../../../src-preload/contract/types/form.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { fieldOfWire } from './fieldOfWire.ts'
import { isEmptyValue } from './isEmptyValue.ts'
import type { Operation } from './Operation.ts'

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
