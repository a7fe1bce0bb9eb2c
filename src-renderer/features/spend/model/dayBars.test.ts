import { describe, expect, it } from 'vitest'
import { dayBars } from './dayBars.ts'

const now = new Date(2026, 2, 2, 9).getTime()

describe('dayBars', () => {
  it('ends today, begins the given number of days before, and keeps empty days', () => {
    const bars = dayBars([{ day: '2026-02-28', jobs: 2, quoted: 50 }], now, 4)
    expect(bars.map(({ day, quoted }) => [day, quoted])).toEqual([
      ['2026-02-27', 0],
      ['2026-02-28', 50],
      ['2026-03-01', 0],
      ['2026-03-02', 0],
    ])
  })

  it('measures every bar against the tallest that is shown', () => {
    const bars = dayBars(
      [
        { day: '2026-03-02', jobs: 1, quoted: 25 },
        { day: '2026-03-01', jobs: 1, quoted: 100 },
        { day: '2020-01-01', jobs: 1, quoted: 9_999 },
      ],
      now,
      2,
    )
    expect(bars.map(({ part }) => part)).toEqual([1, 0.25])
  })

  it('is flat, not broken, when nothing was spent', () => {
    expect(dayBars([], now, 3).map(({ part }) => part)).toEqual([0, 0, 0])
  })
})
