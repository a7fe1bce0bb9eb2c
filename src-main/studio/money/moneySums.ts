/** The largest integer that a number holds exactly and the database driver reads without an error. */
const MAX_SUM = Number.MAX_SAFE_INTEGER

/** SQL for the sum of a column of amounts; 0 without rows. A larger sum is capped at the largest exact integer. */
export const cappedSumSql = (column: string): string =>
  `max(-${MAX_SUM}, min(${MAX_SUM}, coalesce(sum(${column}), 0)))`

/** Adds amounts of nano-dollars. The sum is limited to 0 and the largest exact integer, so that it is valid money. */
export const addMoney = (sum: number, amount: number): number => Math.max(0, Math.min(MAX_SUM, sum + amount))
