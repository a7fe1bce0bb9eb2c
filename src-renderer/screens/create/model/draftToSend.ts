import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { valuesToSend } from '../../../widgets/forms/formValues.ts'

/** The values of the current draft that a click sends. */
export function draftToSend(form: Form): Values {
  const { values, picked } = draftStore.getState()
  return valuesToSend(form, values[form.operation] ?? {}, picked[form.operation])
}
