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
  const { first, last } = multiplesWithin(min, max, step)
  return Math.min(Math.max(multiple(Math.round(value / step), step), first), last)
}

/** Whether a number is a multiple of a step, despite floating-point rounding; an infinite number always is. */
export function isMultiple(value: number, step: number): boolean {
  const times = value / step
  return !Number.isFinite(value) || Math.abs(times - Math.round(times)) < 1e-9 * Math.max(1, Math.abs(times))
}

/** The first and last multiple of a step within limits. If there is none, `first` is larger than `last`. */
export const multiplesWithin = (min: number, max: number, step: number): { first: number; last: number } => ({
  first: isMultiple(min, step) ? min : multiple(Math.ceil(min / step), step),
  last: isMultiple(max, step) ? max : multiple(Math.floor(max / step), step),
})

/** Twelve digits round away floating-point errors such as 0.30000000000000004. */
const multiple = (times: number, step: number): number => Number((times * step).toPrecision(12))

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
