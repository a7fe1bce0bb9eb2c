import { describe, expect, it } from 'vitest'
import { groupByDay } from './groupByDay.ts'

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime()

describe('groupByDay', () => {
  it('splits at local midnight, not at 24 hours', () => {
    const sections = groupByDay([at(20, 0, 1), at(19, 23, 59), at(19, 0, 0), at(17, 12)])
    expect(sections.map(({ start, count }) => [start, count])).toEqual([
      [0, 1],
      [1, 2],
      [3, 1],
    ])
    expect(sections[1]?.day).toBe(at(19, 0))
  })

  it('keeps a day together when the clock went back inside it', () => {
    expect(groupByDay([at(20, 9), at(20, 11), at(20, 10)])).toHaveLength(1)
  })

  it('has no sections without times', () => {
    expect(groupByDay([])).toEqual([])
  })
})
