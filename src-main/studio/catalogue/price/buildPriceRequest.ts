import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { PriceRequest } from '../../service/client/Exchange.ts'
import { checkPriced, throwIfInvalid } from '../values/checkValues.ts'
import { type FindFile, noFiles } from '../FindFile.ts'
import type { Operation } from '../Operation.ts'
import { completePriceValues, buildPriceContent, priceRows } from './buildPriceContent.ts'
import { toWireRequest, wireBody } from '../wire/wireRequest.ts'

/**
 * The request for the price of a job: the job's own parameters (service.md §Prices), with measurements of files instead of
 * the files (service.md §Requests). The service requires a complete body, so a missing or invalid entry is replaced by its default or a
 * stand-in if the price doesn't depend on it.
 * @throws StudioError `invalid_form` when an entry that the price depends on has an issue.
 */
export function buildPriceRequest(
  operation: Operation,
  form: Form,
  values: Values,
  find: FindFile = noFiles,
): PriceRequest {
  throwIfInvalid(checkPriced(operation, form, values, find))
  const { path, encoding } = operation.price
  const state = completePriceValues(operation, form, values, find)
  const { entries, files, onDemand } = buildPriceContent(priceRows(operation), state, find)
  const fallbackPath = `${operation.path}/price-calculation`
  return {
    ...toWireRequest({ path, encoding }, wireBody(form.model.slug, entries), files),
    ...(fallbackPath !== path && { fallbackPath }),
    ...(onDemand.length > 0 && { onDemand }),
  }
}
