import { afterEach, describe, expect, test } from 'vitest'
import {
  dayOfTime,
  dayText,
  endOfDay,
  parseDay,
  startOfDay,
} from '../../../../src-preload/shared/calendar.ts'
import { dayStart, localDay } from './calendar.ts'

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

/** A time zone, a year, and a day of that year whose length in hours is unusual. */
const YEARS: [zone: string, year: number, day: string, hours: number][] = [
  ['Africa/Cairo', 2026, '2026-10-29', 25],
  ['Africa/Cairo', 2026, '2026-04-24', 23],
  ['Asia/Beirut', 2026, '2026-10-24', 25],
  ['Asia/Beirut', 2026, '2026-03-29', 23],
  ['America/Santiago', 2026, '2026-04-04', 25],
  ['America/Santiago', 2026, '2026-09-06', 23],
  ['Australia/Lord_Howe', 2026, '2026-04-05', 24.5],
  ['Australia/Lord_Howe', 2026, '2026-10-04', 23.5],
  ['America/Asuncion', 2023, '2023-10-01', 23],
  ['America/Asuncion', 2023, '2023-03-25', 25],
  ['America/Havana', 2026, '2026-03-08', 23],
  ['America/Havana', 2026, '2026-11-01', 25],
  ['Asia/Tehran', 2021, '2021-03-22', 23],
  ['Asia/Tehran', 2021, '2021-09-21', 25],
  ['America/New_York', 2026, '2026-03-08', 23],
  ['Asia/Kolkata', 2026, '2026-06-01', 24],
  ['Pacific/Apia', 2011, '2011-12-30', 0],
  ['Asia/Gaza', 2026, '2026-10-24', 25],
  ['America/Nuuk', 2026, '2026-03-28', 23],
  ['UTC', 2026, '2026-02-28', 24],
]
const HOUR_MS = 3_600_000

describe.each(YEARS)('%s in %i', (timeZone, year, unusual, hours) => {
  const days = () => {
    const first = parseDay(`${year}-01-01`)
    return Array.from({ length: parseDay(`${year + 1}-01-01`) - first }, (_, index) => first + index)
  }

  test('every millisecond is in exactly one day', () => {
    process.env['TZ'] = timeZone
    for (const day of days()) {
      expect(endOfDay(day) + 1).toBe(startOfDay(day + 1))
      if (endOfDay(day) < startOfDay(day)) continue
      for (const time of [startOfDay(day), endOfDay(day)]) expect(dayText(dayOfTime(time))).toBe(dayText(day))
      expect(dayOfTime(startOfDay(day) - 1)).toBeLessThan(day)
      expect(dayOfTime(endOfDay(day) + 1)).toBeGreaterThan(day)
    }
    const day = parseDay(unusual)
    expect((endOfDay(day) + 1 - startOfDay(day)) / HOUR_MS).toBe(hours)
  })

  test('the calendar of amounts has the same days', () => {
    process.env['TZ'] = timeZone
    for (const day of days()) {
      expect([dayText(day), dayStart(dayText(day), timeZone)]).toEqual([dayText(day), startOfDay(day)])
      if (endOfDay(day) >= startOfDay(day)) expect(localDay(endOfDay(day), timeZone)).toBe(dayText(day))
    }
  })
})
