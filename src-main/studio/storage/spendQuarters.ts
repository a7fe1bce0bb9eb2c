/** Length of the periods of `spend_sums`, in milliseconds: a quarter of an hour never spans two days in any time zone. */
export const QUARTER_MS = 900_000
/** `quarter` of the rows of `spend_sums` with the total of all time. */
export const EVER = -1
