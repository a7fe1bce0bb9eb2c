import type { Range } from '../../../../src-preload/contract/types/form.ts'
import { snapSide } from '../model/size.ts'

const KEYS: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }

/** The number after a key; undefined for other keys. A number without a step changes by tenths. */
export function stepValue(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  value: number | undefined,
  range: Range,
  isInteger: boolean,
): number | undefined {
  const steps = KEYS[key]
  if (steps === undefined) return undefined
  const step = range.step ?? (isInteger ? 1 : 0.1)
  if (value === undefined) return range.min ?? 0
  const moved = value + steps * (shiftKey && Math.abs(steps) === 1 ? 10 : 1) * step
  return Number(snapSide(Number(moved.toPrecision(12)), { ...range, step }).toPrecision(12))
}
