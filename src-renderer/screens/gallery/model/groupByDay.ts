/** A section of the gallery: tiles of one local day, newest first. */
export interface DaySection {
  /** Local midnight at the start of the day, in ms since the epoch. */
  day: number
  start: number
  count: number
}

const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0)
/** Local midnight of the next day; a day may have 23 or 25 hours. */
const nextMidnight = (day: number): number => {
  const date = new Date(day)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime()
}

/** Groups times, newest first, by local day. */
export const groupByDay = (times: ArrayLike<number>): DaySection[] => {
  const sections: DaySection[] = []
  let dayStart = Infinity
  let dayEnd = -Infinity
  for (let index = 0; index < times.length; index++) {
    const time = times[index] ?? 0
    const section = sections.at(-1)
    if (section !== undefined && time >= dayStart && time < dayEnd) {
      section.count++
      continue
    }
    dayStart = midnight(time)
    dayEnd = nextMidnight(dayStart)
    sections.push({ day: dayStart, start: index, count: 1 })
  }
  return sections
}
