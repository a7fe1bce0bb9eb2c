import type { Form, Values } from '../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../src-preload/contract/types/problem.ts'
import { entriesOf } from './entriesOf.ts'
import { fieldKinds } from './fieldKinds.ts'

/** Every reason why these values cannot run: one rule for the hint under a field and the guard before sending. */
export function checkValues(form: Form, values: Values): Issue[] {
  const known = new Set(form.fields.flatMap((field) => entriesOf(field).map(({ name }) => name)))
  const unknown = Object.keys(values).filter((name) => !known.has(name))
  return [
    ...form.fields.flatMap((field) => fieldKinds.check(field, values)),
    ...unknown.map((field): Issue => ({ field, code: 'unknown_field' })),
  ]
}
