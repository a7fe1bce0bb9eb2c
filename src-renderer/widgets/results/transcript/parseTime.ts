const TIME = /^(?:(?:(\d{1,4}):)?(\d{1,5}):)?(\d{1,6})(?:[.,](\d{1,9}))?$/

/** Parses a time such as "12", "1:02.5" or "1:02:03,250" to seconds; undefined if it is not a time. */
export function parseTime(text: string): number | undefined {
  const [match, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = TIME.exec(text.trim()) ?? []
  if (match === undefined) return undefined
  // Seconds and minutes after a colon must be below 60.
  if (match.includes(':') && (Number(seconds) > 59 || (match.split(':').length > 2 && Number(minutes) > 59)))
    return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${Number(seconds)}.${fraction}`)
}
