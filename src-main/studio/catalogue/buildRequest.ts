import type { Form, Values } from '../../../src-preload/contract/types/form.ts'
import type { WireRequest } from '../service/Exchange.ts'
import { checkValues } from './checkValues.ts'
import type { FindFile } from './FindFile.ts'
import { noFiles } from './noFiles.ts'
import type { Operation } from './Operation.ts'
import { refuseInvalid } from './refuseInvalid.ts'
import { requestOf } from './requestOf.ts'
import { wireBody } from './wireBody.ts'
import { wireEntries } from './wireEntries.ts'
import { wireFiles } from './wireFiles.ts'
import { withDefaults } from './withDefaults.ts'

/**
 * The exact request a job sends, as canonical text and files on disk.
 * @throws StudioError `invalid_form` when the values do not pass `checkValues`: nothing outside the limits is ever made.
 */
export function buildRequest(
  operation: Operation,
  form: Form,
  values: Values,
  find: FindFile = noFiles,
): WireRequest {
  const complete = withDefaults(form, values)
  refuseInvalid(checkValues(form, complete, find))
  const state = { ...complete, ...form.constants }
  const entries = [...wireEntries(operation.fields, state), ...Object.entries(operation.sends ?? {})]
  return requestOf(operation, wireBody(form.model.slug, entries), wireFiles(operation.fields, state, find))
}
