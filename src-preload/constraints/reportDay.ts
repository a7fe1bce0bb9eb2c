const DAY = /^\d{4}-\d{2}-\d{2}$/
/** A report computes each day of its period, so it can't span all years that a date can have. */
export const FIRST_REPORT_DAY = '2000-01-01'
export const LAST_REPORT_DAY = '2099-12-31'

/** Whether a text is a day that a report can begin or end with, `YYYY-MM-DD`. */
export const isReportDay = (text: string | null): text is string =>
  text !== null && DAY.test(text) && text >= FIRST_REPORT_DAY && text <= LAST_REPORT_DAY && isInCalendar(text)

/** False for 30 February, which `Date.parse` takes for a day of March. */
function isInCalendar(day: string): boolean {
  const date = new Date(day)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
