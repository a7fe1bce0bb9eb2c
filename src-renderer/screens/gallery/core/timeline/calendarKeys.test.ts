import { dayOfTime, monthOfDay } from '../../../../../src-preload/shared/calendar.ts'
import { describe, expect, it } from 'vitest'
import { dayAfterKey, weekdayOf, weeksOfMonth } from './calendarKeys.ts'

const dayOf = (date: string) => dayOfTime(new Date(`${date}T12:00`).getTime())
const dateOf = (day: number | undefined) =>
  day === undefined ? undefined : new Date(day * 86_400_000).toISOString().slice(0, 10)
const months = ['2026-11-01', '2026-10-01', '2026-06-01'].map((date) => monthOfDay(dayOf(date)))

describe('a key in the calendar', () => {
  it.each([
    ['ArrowRight', '2026-11-03', '2026-11-04'],
    ['ArrowLeft', '2026-11-03', '2026-11-02'],
    ['ArrowDown', '2026-11-03', '2026-11-10'],
    ['ArrowUp', '2026-11-10', '2026-11-03'],
    ['ArrowUp', '2026-11-03', '2026-10-27'],
    ['Home', '2026-11-05', '2026-11-02'],
    ['End', '2026-11-05', '2026-11-08'],
    ['Home', '2026-10-02', '2026-10-01'],
    ['End', '2026-11-30', '2026-11-30'],
    ['PageUp', '2026-11-03', '2026-10-03'],
    ['PageDown', '2026-10-31', '2026-11-30'],
  ])('%s moves from %s to %s', (key, from, to) => {
    expect(dateOf(dayAfterKey(key, dayOf(from), months))).toBe(to)
  })

  it.each([
    ['ArrowUp', '2026-10-03', '2026-06-30'],
    ['ArrowRight', '2026-06-30', '2026-10-01'],
    ['PageUp', '2026-10-31', '2026-06-30'],
  ])('%s skips months without results, from %s to %s', (key, from, to) => {
    expect(dateOf(dayAfterKey(key, dayOf(from), months))).toBe(to)
  })

  it.each([
    ['ArrowDown', '2026-11-28'],
    ['PageDown', '2026-11-28'],
    ['ArrowLeft', '2026-06-01'],
    ['PageUp', '2026-06-01'],
  ])('%s stays at %s, because no other month has results', (key, day) => {
    expect(dateOf(dayAfterKey(key, dayOf(day), months))).toBe(day)
  })

  it('that doesn’t move the focus returns undefined', () => {
    expect(dayAfterKey('a', dayOf('2026-11-03'), months)).toBeUndefined()
  })
})

it('the weeks of a month begin on Monday and have only its days', () => {
  const weeks = weeksOfMonth(monthOfDay(dayOf('2026-11-01')))
  expect(weeks.map((week) => week.length)).toEqual([1, 7, 7, 7, 7, 1])
  expect(weeks[1]?.[0]).toBe(dayOf('2026-11-02'))
  expect(weekdayOf(dayOf('1969-12-29'))).toBe(0)
})
