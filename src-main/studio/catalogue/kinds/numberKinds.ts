import { isMultiple, snapInteger, snapToRange } from '../../../../src-preload/shared/values/numberRules.ts'
import type { Range, Values } from '../../../../src-preload/contract/types/form.ts'
import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import type { IntegerRow, NumberRow } from '../Operation.ts'
import { plainText, baseField, type FieldBehavior } from './FieldBehavior.ts'
import { resolveRange, numericDefault, modelDefault } from './modelConstraints.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'

/** The behavior that integers and decimal numbers share: everything but the name of the kind. */
function numericKind(isInteger: boolean) {
  const snap = isInteger ? snapInteger : snapToRange
  const buildParts = (row: IntegerRow | NumberRow, record: ModelRecord) => {
    const range = resolveRange(row.range, record, isInteger)
    // An optional value that the model states no default for is left to the service.
    const rowDefault = row.required ? row.default?.value : undefined
    const initialValue = numericDefault(modelDefault(row, record, row.default?.modelKey)) ?? rowDefault
    return {
      field: { ...baseField(row), ...finiteBounds(range), ...(row.unit !== undefined && { unit: row.unit }) },
      defaults: initialValue === undefined ? {} : { [row.name]: snap(initialValue, range) },
    }
  }

  const rules: Omit<FieldBehavior<'integer' | 'number'>, 'build' | 'format'> = {
    check: (field, values) =>
      checkNumber(field.name, values[field.name], { range: field, isInteger, required: field.required }),
    fit(field, values) {
      const value = values[field.name]
      return typeof value === 'number' && Number.isFinite(value) ? { [field.name]: snap(value, field) } : {}
    },
    // An optional value may also be left to the service.
    fixed: (field) => (field.fixed === undefined || !field.required ? {} : { [field.name]: field.fixed }),
  }

  const format = (value: Values[string], { row: { unit } }: { row: IntegerRow | NumberRow }): string =>
    [plainText(value), unit].filter(Boolean).join(' ')

  return { buildParts, rules: { ...rules, format } }
}

/** A range without its infinite bounds. */
const finiteBounds = ({ min, max, ...rest }: Range): Range => ({
  ...rest,
  ...(min !== undefined && Number.isFinite(min) && { min }),
  ...(max !== undefined && Number.isFinite(max) && { max }),
})

const integers = numericKind(true)
const decimals = numericKind(false)

export const integerKind: FieldBehavior<'integer'> = {
  ...integers.rules,
  build(row, record) {
    const { field, defaults } = integers.buildParts(row, record)
    return { field: { ...field, kind: 'integer' }, defaults }
  },
}

export const numberKind: FieldBehavior<'number'> = {
  ...decimals.rules,
  build(row, record) {
    const { field, defaults } = decimals.buildParts(row, record)
    return { field: { ...field, kind: 'number' }, defaults }
  },
}

/** Has no default: the renderer or `completeValues` generates a seed. */
export const seedKind: FieldBehavior<'seed'> = {
  build: (row) => ({ field: { ...baseField(row), kind: 'seed', min: row.min, max: row.max }, defaults: {} }),

  check: (field, values) =>
    checkNumber(field.name, values[field.name], { range: field, isInteger: true, required: field.required }),

  /** A seed that can't be sent is dropped, because no other seed would give a similar result. */
  fit(field, values) {
    const value = values[field.name]
    const rule = { range: field, isInteger: true, required: true }
    return typeof value === 'number' && checkNumber(field.name, value, rule).length === 0
      ? { [field.name]: value }
      : {}
  },
}

/** Validates a numeric field; returns the first issue, or an empty array if valid. */
export function checkNumber(
  field: string,
  value: Values[string] | undefined,
  rule: { range: Range; isInteger: boolean; required: boolean },
): Issue[] {
  const { range, isInteger, required } = rule
  if (value === undefined || value === null || value === '')
    return required ? [{ field, code: 'required' }] : []
  if (typeof value !== 'number' || !Number.isFinite(value)) return [{ field, code: 'not_a_number' }]
  const min = range.fixed ?? range.min
  const max = range.fixed ?? range.max
  if (min !== undefined && value < min) return [{ field, code: 'too_small', params: { min } }]
  if (max !== undefined && value > max) return [{ field, code: 'too_large', params: { max } }]
  if (isInteger && !Number.isInteger(value)) return [{ field, code: 'not_an_integer' }]
  const { step } = range
  if (step !== undefined && range.fixed === undefined && !isMultiple(value, step))
    return [{ field, code: 'step_mismatch', params: { step } }]
  return []
}
