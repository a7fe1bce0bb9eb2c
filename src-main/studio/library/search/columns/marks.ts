/** The bit that is set for a row that fails anything but a condition on a value field. */
export const OTHER_FAILURE = 1

/** Sets the bits of what each row fails. `failures` begins with the row `from`. */
export type Mark = (failures: Uint16Array, from: number) => void
