/** Length of the periods of `spend_sums` in milliseconds. In every time zone, a quarter of an hour is within one day. */
export const QUARTER_MS = 900_000
/** The `quarter` of the rows of `spend_sums` with the all-time total. */
export const ALL_TIME = -1
