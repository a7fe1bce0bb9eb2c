import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { PriceRequest } from '../../service/PriceRequest.ts'
import { checkPriced, refuseInvalid } from '../values/checkValues.ts'
import { type FindFile, noFiles } from '../FindFile.ts'
import type { Operation } from '../Operation.ts'
import { pricedValues, priceParts, quotedRows } from './priceParts.ts'
import { requestOf, wireBody } from '../wire/wireRequest.ts'

/**
 * The request for the price of a job: the job's own parameters (spec.md §price-calculation), with the measures of files in
 * place of the files (facts.md §1). The service wants a whole body, so an entry that is missing or can't be sent yet gives
 * way to its default or a stand-in, if no price depends on it.
 * @throws StudioError `invalid_form` when an entry the price depends on has an issue.
 */
export function buildPriceRequest(
  operation: Operation,
  form: Form,
  values: Values,
  find: FindFile = noFiles,
): PriceRequest {
  refuseInvalid(checkPriced(operation, form, values, find))
  const { path, encoding } = operation.price
  const state = pricedValues(operation, form, values, find)
  const { entries, files, onDemand } = priceParts(quotedRows(operation), state, find)
  const otherPath = `${operation.path}/price-calculation`
  return {
    ...requestOf({ path, encoding }, wireBody(form.model.slug, entries), files),
    ...(otherPath !== path && { otherPath }),
    ...(onDemand.length > 0 && { onDemand }),
  }
}
