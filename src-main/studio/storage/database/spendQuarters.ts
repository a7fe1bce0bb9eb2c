/** A quarter of an hour, the period of `spend_sums`. Periods of this length never span two days in any time zone. */
export const QUARTER_HOUR_MS = 900_000
/** The `quarter` of the rows of `spend_sums` that contain the total of all time. */
export const ALL_TIME = -1
