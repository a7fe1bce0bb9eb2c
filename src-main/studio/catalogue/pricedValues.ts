import type { Field, Form, Values } from '../../../src-preload/contract/types/form.ts'
import { checkValues } from './checkValues.ts'
import { entriesOf } from './entriesOf.ts'
import type { FindFile } from './FindFile.ts'
import type { FieldRow, Operation } from './Operation.ts'
import { withDefaults } from './withDefaults.ts'

/**
 * The values that a price is asked for: complete, and with a default or a stand-in for whatever can't be sent as it is.
 * The key of a quote goes by them too, so that no half-typed value costs a request of its own.
 */
export function pricedValues(operation: Operation, form: Form, values: Values, find: FindFile): Values {
  const body = withDefaults(form, values)
  const wrong = new Set(checkValues(form, body, find).map((issue) => issue.field))
  for (const row of operation.fields)
    for (const { name } of entriesOf(row))
      if (wrong.has(name)) {
        const field = form.fields.find((one) => one.name === row.name)
        body[name] = form.defaults[name] ?? standInFor(row, field)
      }
  return { ...body, ...form.constants }
}

/** A stand-in of words, as long as the model wants them. */
function standInFor(row: FieldRow, field: Field | undefined): Values[string] {
  const { standIn = null } = row
  if (typeof standIn !== 'string' || field?.kind !== 'text') return standIn
  const { minLength = 0, maxLength = Infinity } = field
  const times = Math.ceil(Math.min(minLength, MOST_STAND_IN) / standIn.length)
  return standIn.repeat(Math.max(1, times)).slice(0, Math.max(minLength, Math.min(standIn.length, maxLength)))
}

/** No model asks for more words than this before it says a price. */
const MOST_STAND_IN = 10_000
