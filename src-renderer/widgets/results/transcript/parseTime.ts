const TIME = /^(?:(?:(\d{1,4}):)?(\d{1,5}):)?(\d{1,6})(?:[.,](\d{1,9}))?$/

/** Seconds of a time as people write it: "12", "1:02.5", "1:02:03,250"; undefined where it is none. */
export function parseTime(words: string): number | undefined {
  const [whole, hours = '0', minutes = '0', seconds = '0', part = '0'] = TIME.exec(words.trim()) ?? []
  if (whole === undefined) return undefined
  // After a colon there are sixty.
  if (whole.includes(':') && (Number(seconds) > 59 || (whole.split(':').length > 2 && Number(minutes) > 59)))
    return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${Number(seconds)}.${part}`)
}
