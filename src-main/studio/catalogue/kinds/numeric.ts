import type { Range, Values } from '../../../../src-preload/contract/types/form.ts'
import type { ModelRecord } from '../../models/ModelRecord.ts'
import type { IntegerRow, NumberRow } from '../Operation.ts'
import { plainWords } from '../values/plainText.ts'
import { resolveRange, snapToRange } from '../form/ranges.ts'
import { defaultNumber, toldDefault } from '../form/modelOptions.ts'
import { baseOf, type Kind } from './Kind.ts'
import { checkNumber } from './checkNumber.ts'

/** What whole and broken numbers share: all but the kind's name. */
export function numericKind(whole: boolean) {
  const parts = (row: IntegerRow | NumberRow, record: ModelRecord) => {
    const range = resolveRange(row.range, record, whole)
    // What is optional and of which the model says nothing is left to the service.
    const own = row.required ? row.default?.value : undefined
    const start = defaultNumber(toldDefault(row, record, row.default?.key)) ?? own
    return {
      field: { ...baseOf(row), ...finiteEnds(range), ...(row.unit !== undefined && { unit: row.unit }) },
      defaults: start === undefined ? {} : { [row.name]: snapToRange(start, range, whole) },
    }
  }

  const rules: Omit<Kind<'integer' | 'number'>, 'build' | 'say'> = {
    check: (field, values) =>
      checkNumber(field.name, values[field.name], { range: field, whole, required: field.required }),
    fit(field, values) {
      const value = values[field.name]
      return typeof value === 'number' && !Number.isNaN(value)
        ? { [field.name]: snapToRange(value, field, whole) }
        : {}
    },
    // What is optional may also be left to the service.
    fixed: (field) => (field.fixed === undefined || !field.required ? {} : { [field.name]: field.fixed }),
  }

  const say = (value: Values[string], { row: { unit } }: { row: IntegerRow | NumberRow }): string =>
    [plainWords(value), unit].filter(Boolean).join(' ')

  return { parts, rules: { ...rules, say } }
}

/** A range without the ends that nobody stated. */
const finiteEnds = ({ min, max, ...rest }: Range): Range => ({
  ...rest,
  ...(min !== undefined && Number.isFinite(min) && { min }),
  ...(max !== undefined && Number.isFinite(max) && { max }),
})
