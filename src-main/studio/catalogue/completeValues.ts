import type { Form, Values } from '../../../src-preload/contract/types/form.ts'
import { rollSeed } from './rollSeed.ts'
import { withDefaults } from './withDefaults.ts'

/**
 * The values with defaults, with what is fixed, and with a seed rolled by `random` (uniform in [0, 1)) where there is none.
 * What was entered is not corrected: that is for `checkValues` to tell.
 */
export function completeValues(form: Form, values: Values, random: () => number): Values {
  const complete = withDefaults(form, values)
  for (const field of form.fields)
    if (field.kind === 'seed' && (complete[field.name] ?? null) === null)
      complete[field.name] = rollSeed(random)
  return complete
}
