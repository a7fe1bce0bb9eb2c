/** The bit of a row that fails anything but a condition on a value field. */
export const OTHER_FAILURE = 1

/** Adds the bits of what rows from `from` on fail. */
export type Mark = (failures: Uint16Array, from: number) => void
