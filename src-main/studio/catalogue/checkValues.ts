import type { Field, Form, Values } from '../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../src-preload/contract/types/problem.ts'
import { entriesOf } from './entriesOf.ts'
import { fieldKinds } from './fieldKinds.ts'
import type { FindFile } from './FindFile.ts'
import { isActive } from './isActive.ts'
import { isEmptyValue } from './isEmptyValue.ts'
import { noFiles } from './noFiles.ts'

/**
 * Every reason why these values cannot run: one rule for the hint under a field and the guard before sending. Fields
 * whose condition does not hold have none.
 */
export function checkValues(form: Form, values: Values, find: FindFile = noFiles): Issue[] {
  const known = new Set(form.fields.flatMap((field) => entriesOf(field).map(({ name }) => name)))
  const unknown = Object.keys(values).filter((name) => !known.has(name))
  const state = { ...form.defaults, ...form.constants, ...values }
  const active = form.fields.filter(({ when }) => !when || isActive([when], state))
  return [
    ...active.flatMap((field) => fieldKinds.check(field, stateFor(field, state, values), find)),
    ...checkGroups(active, values),
    ...unknown.map((field): Issue => ({ field, code: 'unknown_field' })),
  ]
}

/** A field is checked as it stands, but what its voice depends on may still be a default. */
const stateFor = (field: Field, state: Values, values: Values): Values =>
  field.kind === 'voice' && field.voiceWhen
    ? { [field.voiceWhen.field]: state[field.voiceWhen.field] ?? null, ...values }
    : values

/** Of each group one and only one. */
function checkGroups(fields: readonly Field[], values: Values): Issue[] {
  const groups = new Map<string, Field[]>()
  for (const field of fields)
    if (field.oneOf !== undefined) groups.set(field.oneOf, [...(groups.get(field.oneOf) ?? []), field])
  return [...groups.values()].flatMap((group): Issue[] => {
    const given = group.filter(({ name }) => !isEmptyValue(values[name]))
    if (given.length > 0) return given.slice(1).map(({ name }) => ({ field: name, code: 'too_many' }))
    return group.slice(0, 1).map(({ name }) => ({ field: name, code: 'required' }))
  })
}
