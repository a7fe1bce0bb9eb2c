import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { WireRequest } from '../../service/client/Exchange.ts'
import { checkValues, throwIfInvalid } from '../values/checkValues.ts'
import { type FindFile, noFiles } from '../FindFile.ts'
import type { Operation } from '../Operation.ts'
import { toWireRequest, wireBody, wireEntries, wireFiles } from './wireRequest.ts'
import { withDefaults } from '../values/completeValues.ts'

/**
 * The exact request that a job sends, as canonical text and files on disk.
 * @throws StudioError `invalid_form` when the values don't pass `checkValues`.
 */
export function buildRequest(
  operation: Operation,
  form: Form,
  values: Values,
  find: FindFile = noFiles,
): WireRequest {
  const complete = withDefaults(form, values)
  throwIfInvalid(checkValues(form, complete, find))
  const state = { ...complete, ...form.constants }
  const entries = [
    ...wireEntries(operation.fields, state),
    ...Object.entries(operation.fixedParameters ?? {}),
  ]
  return toWireRequest(
    operation,
    wireBody(form.model.slug, entries),
    wireFiles(operation.fields, state, find),
  )
}
