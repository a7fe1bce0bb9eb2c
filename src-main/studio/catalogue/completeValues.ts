import type { Form, Values } from '../../../src-preload/contract/types/form.ts'
import { entriesOf } from './entriesOf.ts'
import { isActive } from './isActive.ts'
import { rollSeed } from './rollSeed.ts'
import { withDefaults } from './withDefaults.ts'

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
