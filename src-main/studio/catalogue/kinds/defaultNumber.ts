import type { ModelRecord } from '../../models/ModelRecord.ts'

/** A model's default if it is a number, or text that says one. */
export function defaultNumber(told: ModelRecord['defaults'][string] | undefined): number | undefined {
  const number = typeof told === 'string' && told.trim() !== '' ? Number(told) : told
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
