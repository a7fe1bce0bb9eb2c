import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { entriesOf } from '../form/entries.ts'
import { isActive } from './valueRules.ts'
import { fieldKinds } from '../kinds/fieldKinds.ts'

/**
 * The values with defaults, with what is fixed, with a seed rolled by `random` (uniform in [0, 1)) where there is none,
 * and without the entries whose condition does not hold. What was entered is not corrected: that is for `checkValues`.
 */
export function completeValues(form: Form, values: Values, random: () => number): Values {
  const complete = withDefaults(form, values)
  const state = { ...complete, ...form.constants }
  for (const field of form.fields) {
    if (field.kind === 'seed' && (complete[field.name] ?? null) === null)
      complete[field.name] = rollSeed(random)
    for (const { name, when } of entriesOf(field)) if (!isActive(when, state)) delete complete[name]
  }
  return complete
}

const MAX = 2 ** 31 - 1

/** A new seed from 1 to 2^31 - 1; `random` is uniform in [0, 1). */
export const rollSeed = (random: () => number): number => 1 + Math.floor(random() * MAX)

/** The values with defaults where an entry is missing, and with what is fixed. An entry emptied by hand stays empty. */
export function withDefaults(form: Form, values: Values): Values {
  const complete: Values = { ...form.defaults, ...values }
  for (const field of form.fields) Object.assign(complete, fieldKinds.fixed(field, values, form.defaults))
  return complete
}
