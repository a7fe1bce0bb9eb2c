import { describe, expect, it } from 'vitest'
import { groupByDay } from './groupByDay.ts'

const timeAt = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime()

describe('groupByDay', () => {
  it('splits at local midnight, not at 24 hours', () => {
    const sections = groupByDay([timeAt(20, 0, 1), timeAt(19, 23, 59), timeAt(19, 0, 0), timeAt(17, 12)])
    expect(sections.map(({ start, count }) => [start, count])).toEqual([
      [0, 1],
      [1, 2],
      [3, 1],
    ])
    expect(sections[1]?.day).toBe(timeAt(19, 0))
  })

  it('does not split a day in which the clock went back', () => {
    expect(groupByDay([timeAt(20, 9), timeAt(20, 11), timeAt(20, 10)])).toHaveLength(1)
  })

  it('has no sections without times', () => {
    expect(groupByDay([])).toEqual([])
  })
})
