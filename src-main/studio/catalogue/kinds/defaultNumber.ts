import type { ModelRecord } from '../../models/ModelRecord.ts'

/** The model's default if it is a number, or text that says one, else the row's own. */
export function defaultNumber(rule: { key?: string; value: number }, record: ModelRecord): number {
  if (rule.key === undefined || !Object.hasOwn(record.defaults, rule.key)) return rule.value
  const told = record.defaults[rule.key]
  const number = typeof told === 'string' && told.trim() !== '' ? Number(told) : told
  return typeof number === 'number' && Number.isFinite(number) ? number : rule.value
}
