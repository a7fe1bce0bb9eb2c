import { describe, expect, it } from 'vitest'
import { dayName } from './dayName.ts'

const now = new Date(2026, 10, 20, 9, 30).getTime()
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime()

describe('dayName', () => {
  it('calls the last two days by name', () => {
    expect(dayName(day(2026, 11, 20), now)).toEqual({ word: 'today' })
    expect(dayName(day(2026, 11, 19), now)).toEqual({ word: 'yesterday' })
  })

  it('writes older days out, with the year only when it is another', () => {
    expect(dayName(day(2026, 11, 17), now, 'en-GB')).toEqual({ word: 'date', text: 'Tuesday 17 November' })
    expect(dayName(day(2025, 12, 31), now, 'en-GB')).toMatchObject({
      text: expect.stringMatching(/^Wednesday,? 31 December 2025$/),
    })
  })
})
