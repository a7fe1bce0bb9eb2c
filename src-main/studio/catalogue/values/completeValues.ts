import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { entriesOf } from '../form/entries.ts'
import { isActive } from './valueRules.ts'
import { fieldKinds } from '../kinds/fieldKinds.ts'

/**
 * The values with defaults, fixed values and a random seed if there is none (`random` is uniform in [0, 1)), without the values
 * whose condition doesn't hold. Entered values are not corrected; `checkValues` reports them.
 */
export function completeValues(form: Form, values: Values, random: () => number): Values {
  const complete = withDefaults(form, values)
  const state = { ...complete, ...form.constants }
  for (const field of form.fields) {
    if (field.kind === 'seed' && (complete[field.name] ?? null) === null)
      complete[field.name] = randomSeed(random)
    for (const { name, when } of entriesOf(field)) if (!isActive(when, state)) delete complete[name]
  }
  return complete
}

const MAX_SEED = 2 ** 31 - 1

/** A new seed from 1 to 2^31 - 1; `random` is uniform in [0, 1). */
export const randomSeed = (random: () => number): number => 1 + Math.floor(random() * MAX_SEED)

/** The values with defaults for missing ones, and with fixed values. A value that the user cleared stays empty. */
export function withDefaults(form: Form, values: Values): Values {
  const complete: Values = { ...form.defaults, ...values }
  for (const field of form.fields) Object.assign(complete, fieldKinds.fixed(field, values, form.defaults))
  return complete
}
