import type { ModelRecord } from '../../models/ModelRecord.ts'
import type { ChoiceRow } from '../Operation.ts'
import { isOffered, toldDefault } from '../form/modelOptions.ts'
import { plainWords } from '../values/plainText.ts'
import { baseOf, type Kind } from './Kind.ts'

interface Option {
  value: string | number
  label: string
}
type Told = ReturnType<typeof toldDefault>

/** A longer text is no value to choose. */
const LONGEST_OPTION = 300

export const choiceKind: Kind<'choice'> = {
  build(row, record) {
    const listed = optionsOf(row, record)
    const told = toldDefault(row, record, row.default?.key)
    const start = listed.find((option) => isNamed(option, told)) ?? ownOption(row, told)
    const options = start && !listed.includes(start) ? [...listed, start] : listed
    if (options.length === 0) return null
    const usual = options.find((option) => option.value === row.default?.value) ?? options[0]
    const own = row.required ? usual : undefined
    return {
      field: { ...baseOf(row), kind: 'choice', options },
      defaults: start || own ? { [row.name]: (start ?? own)?.value ?? null } : {},
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

  say(value, { row }) {
    const words = plainWords(value)
    return row.options.find((option) => String(option.value) === words)?.label ?? words
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

/** Models name their default by value or by label (facts.md §2.2). */
const isNamed = ({ value, label }: Option, told: Told): boolean =>
  told !== undefined && (String(value) === String(told) || label === told)

/** A model's default that is none of the options it lists is one all the same, unless it denies that option. */
function ownOption(row: ChoiceRow, told: Told): Option | undefined {
  if (told === undefined || typeof told === 'boolean' || String(told).trim() === '') return undefined
  const known = row.options.find((option) => isNamed(option, told))
  if (known) return known.feature === undefined ? { value: known.value, label: known.label } : undefined
  const value = isNumeric(row) ? Number(told) : told
  const isPlain = typeof value === 'number' ? Number.isFinite(value) : value.length <= LONGEST_OPTION
  return isPlain ? { value, label: String(value) } : undefined
}

const isNumeric = ({ options }: ChoiceRow): boolean => options.some(({ value }) => typeof value === 'number')

function optionsOf(row: ChoiceRow, record: ModelRecord) {
  const list =
    row.list !== undefined && Object.hasOwn(record.lists, row.list) ? (record.lists[row.list] ?? []) : []
  const own = row.options.filter((option) => isOffered(option, record))
  // A model that offers none of them still works in the service's usual way, which comes first.
  const usual = own.length > 0 || !row.required ? own : row.options.slice(0, 1)
  const known = new Map(row.options.map((option) => [String(option.value), option]))
  const numeric = isNumeric(row)
  const named = list.filter((value) => String(value).trim() !== '')
  const told = [...new Set(named.map((value) => (numeric ? Number(value) : value)))]
    .filter((value) => !Number.isNaN(value))
    .map((value) => ({ value, label: known.get(String(value))?.label ?? String(value) }))
  return told.length > 0 ? told : usual.map(({ value, label }) => ({ value, label }))
}
