import { formErrors, serviceErrors } from '../../../../src-preload/contract/errors.ts'
import { formatAnd } from '../../../../src-preload/shared/formatList.ts'
import type { Values, Form } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { isEmptyValue } from '../../../../src-preload/shared/values/isEmptyValue.ts'
import type { FieldRow, Operation } from '../Operation.ts'
import { entriesOf } from '../form/entries.ts'
import { readParameters } from '../kinds/parametersKind.ts'
import type { PriceRequest } from '../../service/http/Exchange.ts'
import { isSameValue } from '../valueRules.ts'
import { wireEntries } from './buildRequest.ts'

const TOO_LARGE: ReadonlySet<string> = new Set([serviceErrors.tooLarge, serviceErrors.tooLargeToPrice])

/**
 * Maps the field errors of a rejected request to the form's entries. Errors about an unknown field keep the service's name. If
 * the request is too large, its files are marked without a message, because only their size can be the cause. A rejected model is one
 * that the service no longer offers.
 */
export function mapFieldErrors(
  operation: Operation | undefined,
  problem: Problem,
  values: Values,
  model?: { slug: string; name: string },
): Problem {
  if (!operation) return problem
  if (!problem.fields) {
    const files = TOO_LARGE.has(problem.code) ? filledFileFields(operation, values) : []
    return files.length > 0
      ? { ...problem, fields: Object.fromEntries(files.map((name) => [name, []])) }
      : problem
  }
  // A map, because a service may send any name, including one that every object has, such as `constructor`.
  const fields = new Map<string, string[]>()
  for (const [wireName, messages] of Object.entries(problem.fields)) {
    const name = entryForWireName(operation, wireName, values) ?? wireName
    fields.set(name, [...(fields.get(name) ?? []), ...messages])
  }
  const named = Object.fromEntries(fields)
  if (problem.code !== serviceErrors.refused) return { ...problem, fields: named }
  const rejected = [...fields.keys()]
  if (model && rejected.includes(MODEL) && !hasEntry(operation, MODEL)) {
    const serviceMessage = problem.serviceMessage ?? fields.get(MODEL)?.join(' ')
    return {
      code: formErrors.modelGone,
      money: problem.money,
      params: { model: model.slug, name: model.name },
      fields: { [MODEL]: [] },
      ...(serviceMessage && { serviceMessage }),
    }
  }
  const unknown = rejected.filter((name) => !hasEntry(operation, name))
  const params = {
    ...problem.params,
    rejected: formatAnd(rejected.map((name) => labelOf(operation, name) ?? `“${name}”`)),
    ...(unknown.length > 0 && { unknown: formatAnd(unknown.map((name) => `“${name}”`)) }),
  }
  return { ...problem, fields: named, params }
}

/** The parameter of every request that names its model. */
const MODEL = 'model'

const labelOf = (operation: Operation, entry: string): string | undefined =>
  operation.fields.flatMap(entriesOf).find(({ name }) => name === entry)?.label

const hasEntry = (operation: Operation, entry: string): boolean => labelOf(operation, entry) !== undefined

const filledFileFields = ({ fields }: Operation, values: Values): string[] =>
  fields.flatMap(({ kind, name }) => (kind === 'file' && !isEmptyValue(values[name]) ? [name] : []))

/**
 * The entry that a field error of the service refers to. `errors` of a 422 uses the names of the request, with a path into lists,
 * such as `loras.0.weight` (service.md §Errors). If two entries share a name, the one that has a value is returned. Null when the
 * operation has no such field.
 */
export function entryForWireName(operation: Operation, wireName: string, values: Values = {}): string | null {
  const [head] = wireName.split(/[.[]/)
  const named = operation.fields.flatMap((row) =>
    entriesOf(row)
      .filter(({ name }) => (row.wire?.[name] ?? name) === head || repeatedNameOf(row) === head)
      .map(({ name }) => name),
  )
  // An error about a parameter derived from a file, such as its duration or size, refers to the file, unless a field of that name
  // has a value.
  const measured = operation.fields.filter(
    (row) =>
      row.kind === 'file' && Object.values(row.measurementParameters ?? {}).some((name) => name === head),
  )
  // An additional parameter can't have the name of a field that is sent, so an error with its name refers to it.
  const parameterRows = operation.fields.filter(
    ({ kind, name }) => kind === 'parameters' && parameterNames(values[name]).includes(head ?? ''),
  )
  if (parameterRows[0]) return parameterRows[0].name
  const filled = [...named, ...measured.map(({ name }) => name)].find((name) => !isEmptyValue(values[name]))
  return filled ?? named[0] ?? measured[0]?.name ?? null
}

const repeatedNameOf = (row: FieldRow) =>
  row.kind === 'file' ? row.repeatedPartName?.split('[')[0] : undefined

const parameterNames = (value: Values[string] | undefined): string[] =>
  (value === undefined ? [] : (readParameters(value) ?? [])).map(({ name }) => name)

interface RejectedPriceRequest {
  operation: Operation
  form: Form
  values: Values
  request: PriceRequest
}

/**
 * Maps a rejected price request to the fields of the form. An error is shown at a field only if its own value was sent, not a
 * default or stand-in of `buildPriceRequest`. If all errors are about missing values, returns them as issues.
 */
export function mapPriceRejection(
  { operation, form, values, request }: RejectedPriceRequest,
  problem: Problem,
): { issues: Issue[] } | { problem: Problem } {
  const mapped = mapFieldErrors(operation, problem, values, form.model)
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
  isEntry(form, entry) && isEmptyValue({ ...form.defaults, ...values }[entry])

/** The entries of the form whose own values or files were in the request, not stand-ins of `buildPriceRequest`. */
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
