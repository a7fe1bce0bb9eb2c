/** Whole and positive in every language a service may be written in. */
const MOST = 2 ** 31 - 1

/** A seed that a field takes, from the system's randomness: positive, and at most 2^31 - 1. */
export function rollSeed(least: number, most: number): number {
  const [min, max] = [Math.max(least, 1), Math.min(most, MOST)]
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint32Array(2))
  const share = (a * 2 ** 21 + (b >>> 11)) / 2 ** 53
  return Math.min(max, min + Math.floor(share * (max - min + 1)))
}
