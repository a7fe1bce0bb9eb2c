/** Limits of a number. `step`: a valid number is a multiple of it. `fixed`: the only valid number. */
interface NumberRange {
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
  fixed?: number | undefined
}

/** The nearest valid number: a multiple of the step within the limits. Without a step, only the limits apply. */
export function snapToRange(
  value: number,
  { min = -Infinity, max = Infinity, step, fixed }: NumberRange,
): number {
  if (fixed !== undefined) return fixed
  if (step === undefined) return Math.min(Math.max(value, min), max)
  const [first, last] = [Math.ceil(min / step), Math.floor(max / step)]
  const multiple = Math.min(Math.max(Math.round(value / step), first), last) * step
  // Twelve digits round away floating-point errors such as 0.30000000000000004.
  return Number(multiple.toPrecision(12))
}

/** Like `snapToRange`, but with a default step of 1. */
export const snapInteger = (value: number, range: NumberRange): number =>
  snapToRange(value, { ...range, step: range.step ?? 1 })

/** The largest signed 32-bit integer, which every service accepts. */
const MAX_SEED = 2 ** 31 - 1

/** A positive seed within these limits, and at most 2^31 - 1. `random` is uniform in [0, 1). */
export function randomSeed(random: () => number, lowest = 1, highest = MAX_SEED): number {
  const [min, max] = [Math.max(lowest, 1), Math.min(highest, MAX_SEED)]
  return Math.min(max, min + Math.floor(random() * (max - min + 1)))
}
