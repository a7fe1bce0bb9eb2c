import type { Range, Values } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/problem.ts'

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

/** Tolerates floating-point rounding. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times))
}
