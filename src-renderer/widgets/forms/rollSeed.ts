/** The largest signed 32-bit integer, which every service accepts. */
const MAX_SEED = 2 ** 31 - 1

/** A cryptographically random seed within a field's range: positive, and at most 2^31 - 1. */
export function rollSeed(lowest: number, highest: number): number {
  const [min, max] = [Math.max(lowest, 1), Math.min(highest, MAX_SEED)]
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint32Array(2))
  const fraction = (a * 2 ** 21 + (b >>> 11)) / 2 ** 53
  return Math.min(max, min + Math.floor(fraction * (max - min + 1)))
}
