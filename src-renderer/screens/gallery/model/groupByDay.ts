/** One heading of the gallery: tiles of one local day, newest first. */
export interface DaySection {
  /** Midnight that began the day, local time, milliseconds since the epoch. */
  day: number
  start: number
  count: number
}

const midnight = (at: number): number => new Date(at).setHours(0, 0, 0, 0)
/** Midnight of the next local day: days of 23 and 25 hours exist. */
const nextMidnight = (day: number): number => {
  const date = new Date(day)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime()
}

/** Splits a newest-first list of times into its local days. */
export const groupByDay = (times: ArrayLike<number>): DaySection[] => {
  const sections: DaySection[] = []
  let from = Infinity
  let until = -Infinity
  for (let index = 0; index < times.length; index++) {
    const at = times[index] ?? 0
    const section = sections.at(-1)
    if (section !== undefined && at >= from && at < until) {
      section.count++
      continue
    }
    from = midnight(at)
    until = nextMidnight(from)
    sections.push({ day: from, start: index, count: 1 })
  }
  return sections
}
