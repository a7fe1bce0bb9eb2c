import type { Form, Values } from '../../../src-preload/contract/types/form.ts'
import type { WireRequest } from '../service/Exchange.ts'
import { checkPriced } from './checkPriced.ts'
import { checkValues } from './checkValues.ts'
import { entriesOf } from './entriesOf.ts'
import type { FindFile } from './FindFile.ts'
import { noFiles } from './noFiles.ts'
import type { Operation } from './Operation.ts'
import { priceParts } from './priceParts.ts'
import { refuseInvalid } from './refuseInvalid.ts'
import { requestOf } from './requestOf.ts'
import { wireBody } from './wireBody.ts'
import { withDefaults } from './withDefaults.ts'

/**
 * The request for the price of a job (spec.md §price-calculation, facts.md §1). The service wants a whole body, so an
 * entry that is missing or can't be sent yet gives way to its default or a stand-in, if no price depends on it.
 * @throws StudioError `invalid_form` when an entry the price depends on has an issue.
 */
export function buildPriceRequest(
  operation: Operation,
  form: Form,
  values: Values,
  find: FindFile = noFiles,
): WireRequest {
  refuseInvalid(checkPriced(operation, form, values, find))
  const body = withDefaults(form, values)
  const wrong = new Set(checkValues(form, body, find).map((issue) => issue.field))
  const { fields } = operation.price
  const rows = operation.fields.filter((row) => fields.includes(row.name))
  for (const row of rows)
    for (const { name } of entriesOf(row))
      if (wrong.has(name)) body[name] = form.defaults[name] ?? row.standIn ?? null
  const { entries, files } = priceParts(rows, { ...body, ...form.constants }, find)
  return requestOf(operation.price, wireBody(form.model.slug, entries), files)
}
