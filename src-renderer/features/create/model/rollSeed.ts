/** A seed from `min` to `max`, both included, from the system's randomness. */
export function rollSeed(min: number, max: number): number {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint32Array(2))
  const share = (a * 2 ** 21 + (b >>> 11)) / 2 ** 53
  return Math.min(max, min + Math.floor(share * (max - min + 1)))
}
