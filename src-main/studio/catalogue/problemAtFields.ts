import type { Values } from '../../../src-preload/contract/types/form.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import { fieldOfWire } from './fieldOfWire.ts'
import type { Operation } from './Operation.ts'

/** A refusal with its complaints under the form's own entries; what is about no field of the form keeps the service's name. */
export function problemAtFields(operation: Operation | undefined, problem: Problem, values: Values): Problem {
  if (!operation || !problem.fields) return problem
  const fields: Record<string, string[]> = {}
  for (const [wireName, words] of Object.entries(problem.fields)) {
    const name = fieldOfWire(operation, wireName, values) ?? wireName
    fields[name] = [...(fields[name] ?? []), ...words]
  }
  return { ...problem, fields }
}
