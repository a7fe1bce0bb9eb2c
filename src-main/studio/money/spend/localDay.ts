const formats = new Map<string | undefined, Intl.DateTimeFormat>()

/** The calendar day of a moment as `YYYY-MM-DD`, in a time zone or the system's own. */
export function localDay(ms: number, timeZone?: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    // Canadian English writes dates the ISO way.
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return format.format(ms)
}
