const MAX = 2 ** 31 - 1

/** A new seed from 1 to 2^31 - 1; `random` is uniform in [0, 1). */
export const rollSeed = (random: () => number): number => 1 + Math.floor(random() * MAX)
