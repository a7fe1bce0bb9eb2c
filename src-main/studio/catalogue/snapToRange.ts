import type { Range } from '../../../src-preload/contract/types/form.ts'

/** The nearest value the range allows; whole where asked for. */
export function snapToRange(value: number, range: Range, whole = false): number {
  if (range.fixed !== undefined) return range.fixed
  const low = range.min ?? -Infinity
  const high = range.max ?? Infinity
  const step = range.step ?? (whole ? 1 : undefined)
  const snapped = step === undefined ? value : Number((Math.round(value / step) * step).toPrecision(12))
  return Math.min(Math.max(snapped, low), high)
}
