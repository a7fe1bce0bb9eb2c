import type { Form, Values } from '../../../src-preload/contract/types/form.ts'
import type { WireRequest } from '../service/Exchange.ts'
import { checkValues } from './checkValues.ts'
import type { Operation } from './Operation.ts'
import { refuseInvalid } from './refuseInvalid.ts'
import { requestOf } from './requestOf.ts'
import { wireBody } from './wireBody.ts'
import { withDefaults } from './withDefaults.ts'

/**
 * The exact request a job sends, as canonical text.
 * @throws StudioError `invalid_form` when the values do not pass `checkValues`: nothing outside the limits is ever made.
 */
export function buildRequest(operation: Operation, form: Form, values: Values): WireRequest {
  const complete = withDefaults(form, values)
  refuseInvalid(checkValues(form, complete))
  return requestOf(operation, wireBody(form.model.slug, operation.fields, { ...complete, ...form.constants }))
}
