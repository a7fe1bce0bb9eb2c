import type { Field, FieldOf, Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import { entriesOf, wireNamesOf } from './entries.ts'
import { fieldKinds } from '../kinds/fieldKinds.ts'
import { isOffered, hasRequiredLimit } from '../kinds/modelConstraints.ts'
import type { FieldRow, Operation } from '../Operation.ts'

/**
 * The form of an operation for a model. The model's limits and defaults are authoritative. A feature that is false removes its
 * field from the form, and a value that the service still requires becomes a constant (service.md §Video). For a model without
 * `info` the form follows from the rows alone.
 */
export function buildForm(operation: Operation, record: ModelRecord): Form {
  const fields: Field[] = []
  const defaults: Values = {}
  const constants: Values = {}
  for (const field of operation.fields) {
    const row = isRequired(field, record) ? { ...field, required: true } : field
    const built = fieldKinds.build(row, record)
    if (!built || !hasRequiredLimit(row, record)) continue
    if (isOffered(row, record)) {
      fields.push(row.priced ? { ...built.field, priced: true } : built.field)
      Object.assign(defaults, built.defaults)
    } else if (row.required) {
      const value =
        row.valueIfUnsupported === undefined ? built.defaults : { [row.name]: row.valueIfUnsupported }
      Object.assign(constants, fieldKinds.fit(built.field, value))
    }
  }
  const shown = new Set(fields.map(({ name }) => name))
  const sent = operation.fields.filter(
    (row) => shown.has(row.name) || entriesOf(row).some(({ name }) => Object.hasOwn(constants, name)),
  )
  // Each job draws a new seed, so that the sentences of a text that is sent again after a failure would all count as new.
  const hasSeed = fields.some(({ kind }) => kind === 'seed')
  const taken = ['model', ...Object.keys(operation.fixedParameters ?? {}), ...sent.flatMap(wireNamesOf)]
  return {
    operation: operation.id,
    model: { slug: record.slug, name: record.name },
    fields: fields.map((field) =>
      field.kind === 'parameters'
        ? { ...field, taken: [...new Set(taken)] }
        : withAliases(operation, field.kind === 'text' && hasSeed ? withoutSplit(field) : field),
    ),
    defaults,
    constants,
  }
}

const withoutSplit = ({ split: _split, ...field }: FieldOf<'text'>): Field => field

/** A field with its other names in the operations of the routes (`aliases`). */
function withAliases({ routes = [] }: Operation, field: Field): Field {
  const aliases = routes.flatMap(({ input: { field: name, as } }) =>
    name === field.name && as !== name ? [as] : [],
  )
  return aliases.length > 0 ? { ...field, aliases } : field
}

const isRequired = ({ requiredWithKeys = [] }: FieldRow, { limits, defaults }: ModelRecord): boolean =>
  requiredWithKeys.some((key) => Object.hasOwn(limits, key) || Object.hasOwn(defaults, key))
