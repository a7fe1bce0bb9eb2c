import type { Values } from '../../../../src-preload/contract/types/form.ts'
import type { ModelRecord } from '../../models/ModelRecord.ts'
import type { IntegerRow, NumberRow } from '../Operation.ts'
import { plainWords } from '../plainWords.ts'
import { resolveRange } from '../resolveRange.ts'
import { snapToRange } from '../snapToRange.ts'
import { baseOf } from './baseOf.ts'
import { checkNumber } from './checkNumber.ts'
import { defaultNumber } from './defaultNumber.ts'
import type { Kind } from './Kind.ts'

/** What whole and broken numbers share: all but the kind's name. */
export function numeric(whole: boolean) {
  const parts = (row: IntegerRow | NumberRow, record: ModelRecord) => {
    const range = resolveRange(row.range, record, whole)
    return {
      field: { ...baseOf(row), ...range, ...(row.unit !== undefined && { unit: row.unit }) },
      defaults: row.default
        ? { [row.name]: snapToRange(defaultNumber(row.default, record), range, whole) }
        : {},
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
