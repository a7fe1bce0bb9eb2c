import { formatName } from '../../../../src-preload/shared/formatName.ts'
import { parseBoolean, type ModelRecord } from '../../service/models/ModelRecord.ts'
import { modelDefault, isOffered } from './modelConstraints.ts'
import { baseField, type FieldBehavior, plainText } from './FieldBehavior.ts'
import type { ChoiceRow } from '../Operation.ts'

export const booleanKind: FieldBehavior<'boolean'> = {
  build(row, record) {
    const rowDefault = row.required ? row.default?.value : undefined
    const initialValue = parseBoolean(modelDefault(row, record, row.default?.modelKey)) ?? rowDefault
    return {
      field: { ...baseField(row), kind: 'boolean' },
      defaults: initialValue === undefined ? {} : { [row.name]: initialValue },
    }
  },

  check(field, values) {
    const value = values[field.name]
    if (value === undefined || value === null)
      return field.required ? [{ field: field.name, code: 'required' }] : []
    return typeof value === 'boolean' ? [] : [{ field: field.name, code: 'wrong_kind' }]
  },

  format: (value) => (value === true ? 'Yes' : 'No'),

  fit(field, values) {
    const value = values[field.name]
    return typeof value === 'boolean' ? { [field.name]: value } : {}
  },
}

interface Option {
  value: string | number
  label: string
}
type ModelDefault = ReturnType<typeof modelDefault>

/** Maximum length, in characters, of a model's default that is added as an option. */
const MAX_OPTION_LENGTH = 300

export const choiceKind: FieldBehavior<'choice'> = {
  build(row, record) {
    const listed = optionsOf(row, record)
    const stated = modelDefault(row, record, row.default?.modelKey)
    const modelOption =
      listed.find((option) => matchesValueOrLabel(option, stated)) ?? defaultAsOption(row, stated)
    const options = modelOption && !listed.includes(modelOption) ? [...listed, modelOption] : listed
    if (options.length === 0) return null
    const fallback = options.find((option) => option.value === row.default?.value) ?? options[0]
    const rowDefault = row.required ? fallback : undefined
    return {
      field: { ...baseField(row), kind: 'choice', options },
      defaults: modelOption || rowDefault ? { [row.name]: (modelOption ?? rowDefault)?.value ?? null } : {},
    }
  },

  check(field, values) {
    const value = values[field.name]
    if (value === undefined || value === null || value === '')
      return field.required ? [{ field: field.name, code: 'required' }] : []
    return field.options.some((option) => option.value === value)
      ? []
      : [{ field: field.name, code: 'not_an_option' }]
  },

  format(value, { row }) {
    const text = plainText(value)
    return row.options.find((option) => String(option.value) === text)?.label ?? text
  },

  fixed: (field) => {
    const [only, other] = field.options
    return field.required && only && !other ? { [field.name]: only.value } : {}
  },

  fit(field, values) {
    const option = field.options.find(({ value }) => value === values[field.name])
    return option ? { [field.name]: option.value } : {}
  },
}

/** Models state their default by value or by label (service.md §Models). */
const matchesValueOrLabel = ({ value, label }: Option, stated: ModelDefault): boolean =>
  stated !== undefined && (String(value) === String(stated) || label === stated)

/** A model's default that isn't among its options is added to them, unless it is a known option whose feature the model lacks. */
function defaultAsOption(row: ChoiceRow, stated: ModelDefault): Option | undefined {
  if (stated === undefined || typeof stated === 'boolean' || String(stated).trim() === '') return undefined
  const known = row.options.find((option) => matchesValueOrLabel(option, stated))
  if (known) return known.feature === undefined ? { value: known.value, label: known.label } : undefined
  const value = isNumeric(row) ? Number(stated) : stated
  const isUsable = typeof value === 'number' ? Number.isFinite(value) : value.length <= MAX_OPTION_LENGTH
  return isUsable ? { value, label: labelOf(row, value) } : undefined
}

/** Whether the values are numbers. Models may list them as text. */
const isNumeric = ({ options }: ChoiceRow): boolean => options.some(({ value }) => typeof value === 'number')

/** The list of a model with the formats of its results. */
const OUTPUT_FORMATS = 'output_formats'

const labelOf = ({ optionsKey }: ChoiceRow, value: string | number): string =>
  optionsKey === OUTPUT_FORMATS ? formatName(String(value)) : String(value)

/** The options that the model lists, or else those of the row that it offers. */
function optionsOf(row: ChoiceRow, record: ModelRecord) {
  const list =
    row.optionsKey !== undefined && Object.hasOwn(record.lists, row.optionsKey)
      ? (record.lists[row.optionsKey] ?? [])
      : []
  const offered = row.options.filter((option) => isOffered(option, record))
  // A model that offers no option still accepts the service's default, which is listed first.
  const builtIn = offered.length > 0 || !row.required ? offered : row.options.slice(0, 1)
  const known = new Map(row.options.map((option) => [String(option.value), option]))
  const nonBlank = list.filter((value) => String(value).trim() !== '')
  const stated = [...new Set(nonBlank.map((value) => (isNumeric(row) ? Number(value) : value)))]
    .filter((value) => !Number.isNaN(value))
    .map((value) => ({ value, label: known.get(String(value))?.label ?? labelOf(row, value) }))
  return stated.length > 0 ? stated : builtIn.map(({ value, label }) => ({ value, label }))
}
