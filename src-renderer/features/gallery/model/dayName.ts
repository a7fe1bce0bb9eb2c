const DAY = 86_400_000

export type DayName = { word: 'today' } | { word: 'yesterday' } | { word: 'date'; text: string }

/** "Tuesday 17 November" in the reader's own order; the year only when it is not this one. */
const dateText = (day: number, thisYear: number, locale?: string): string => {
  const date = new Date(day)
  const year = date.getFullYear() === thisYear ? {} : ({ year: 'numeric' } as const)
  const form = { weekday: 'long', day: 'numeric', month: 'long', ...year } as const
  return new Intl.DateTimeFormat(locale, form).format(date)
}

/** What to call the local day that began at `day`, seen from `now`. */
export const dayName = (day: number, now: number, locale?: string): DayName => {
  const today = new Date(now).setHours(0, 0, 0, 0)
  if (day === today) return { word: 'today' }
  // Noon before today is yesterday even across a change of clock.
  if (day === new Date(today - DAY / 2).setHours(0, 0, 0, 0)) return { word: 'yesterday' }
  return { word: 'date', text: dateText(day, new Date(now).getFullYear(), locale) }
}
