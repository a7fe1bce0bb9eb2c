import type { Form, Values } from '../../../src-preload/contract/types/form.ts'
import { fieldKinds } from './fieldKinds.ts'

/** The values with defaults where an entry is missing, and with what is fixed. An entry emptied by hand stays empty. */
export function withDefaults(form: Form, values: Values): Values {
  const complete: Values = { ...form.defaults, ...values }
  for (const field of form.fields) Object.assign(complete, fieldKinds.fixed(field, values, form.defaults))
  return complete
}
