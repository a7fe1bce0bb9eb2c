import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { Issue, Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { PriceRequest } from '../../service/client/Exchange.ts'
import { entriesOf } from '../form/entries.ts'
import { isEmptyValue } from '../../../../src-preload/shared/isEmptyValue.ts'
import { isSameValue } from '../values/valueRules.ts'
import type { FieldRow, Operation } from '../Operation.ts'
import { mapFieldErrors } from '../wire/mapFieldErrors.ts'
import { wireEntries } from '../wire/wireRequest.ts'

interface RejectedPriceRequest {
  operation: Operation
  form: Form
  values: Values
  request: PriceRequest
}

/**
 * Maps a rejected price request to the fields of the form. An error is shown at a field only if its own value was sent, not a
 * stand-in. If all errors are about missing values, returns them as issues.
 */
export function mapPriceRejection(
  { operation, form, values, request }: RejectedPriceRequest,
  problem: Problem,
): { issues: Issue[] } | { problem: Problem } {
  const mapped = mapFieldErrors(operation, problem, values)
  if (!mapped.fields) return { problem: mapped }
  const named = Object.keys(mapped.fields)
  const missing = named.filter((name) => isMissing(form, values, name))
  if (missing.length === named.length)
    return { issues: missing.map((field) => ({ field, code: 'required' })) }
  const sent = sentEntries(operation, { ...form.defaults, ...values }, request)
  const fields = Object.fromEntries(
    Object.entries(mapped.fields).filter(([name]) => sent.has(name) || !isEntry(form, name)),
  )
  const { fields: _, ...rest } = mapped
  return { problem: Object.keys(fields).length > 0 ? { ...rest, fields } : rest }
}

const isEntry = (form: Form, entry: string): boolean =>
  form.fields.some((field) => entriesOf(field).some(({ name }) => name === entry))

const isMissing = (form: Form, values: Values, entry: string): boolean =>
  isEntry(form, entry) && isEmptyValue(values[entry]) && isEmptyValue(form.defaults[entry])

/** The entries of the form whose own values or files, not stand-ins, were in the request. */
function sentEntries(operation: Operation, values: Values, request: PriceRequest): Set<string> {
  const body = new Map<string, Values[string]>(Object.entries(Object(JSON.parse(request.text))))
  const isSent = (row: FieldRow, name: string): boolean => {
    if (row.kind === 'file') return !isEmptyValue(values[name])
    const wireName = row.wire?.[name] ?? name
    const own = wireEntries([row], values).find(([key]) => key === wireName)
    return own !== undefined && isSameValue(own[1], body.get(wireName))
  }
  return new Set(
    operation.fields.flatMap((row) =>
      entriesOf(row)
        .filter(({ name }) => isSent(row, name))
        .map(({ name }) => name),
    ),
  )
}
