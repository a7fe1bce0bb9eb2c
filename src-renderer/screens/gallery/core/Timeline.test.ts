import { describe, expect, it } from 'vitest'
import { dayOfTime, endOfDay, firstDayOfMonth, monthOfDay, startOfDay, Timeline } from './Timeline.ts'

const day = (year: number, month: number, date: number) =>
  dayOfTime(new Date(year, month - 1, date, 12).getTime())
const [nov20, nov19, oct3, jan1, dec31] = [
  day(2026, 11, 20),
  day(2026, 11, 19),
  day(2026, 10, 3),
  day(2026, 1, 1),
  day(2025, 12, 31),
]
const timeline = new Timeline({ days: [nov20, nov19, oct3, jan1, dec31], counts: [10, 20, 40, 20, 10] })

describe('days', () => {
  it('are local calendar days, to the millisecond', () => {
    expect(startOfDay(nov20)).toBe(new Date(2026, 10, 20).getTime())
    expect(dayOfTime(startOfDay(nov20))).toBe(nov20)
    expect(dayOfTime(endOfDay(nov20))).toBe(nov20)
    expect(dayOfTime(endOfDay(nov20) + 1)).toBe(nov20 + 1)
  })

  it('belong to their month', () => {
    expect(monthOfDay(nov20)).toBe(2026 * 12 + 10)
    expect(firstDayOfMonth(monthOfDay(nov20))).toBe(day(2026, 11, 1))
  })
})

describe('a rail', () => {
  it('is divided in proportion to the results', () => {
    expect(timeline.total).toBe(100)
    expect([0, 99, 100, 299, 300, 950].map((y) => timeline.dayAtRank(timeline.rankAt(y, 1000)))).toEqual([
      nov20,
      nov20,
      nov19,
      nov19,
      oct3,
      dec31,
    ])
    expect(timeline.yOfRank(timeline.rankOfDay(oct3), 1000)).toBe(300)
  })

  it('has no position beyond its ends', () => {
    expect([timeline.rankAt(-50, 1000), timeline.rankAt(5000, 1000)]).toEqual([0, 99])
    expect([timeline.yOfRank(-5, 1000), timeline.yOfRank(500, 1000)]).toEqual([0, 990])
    expect(timeline.rankAt(10, 0)).toBe(0)
  })

  it('leads from a day without results to the next older one', () => {
    expect(timeline.rankOfDay(day(2026, 11, 1))).toBe(timeline.rankOfDay(oct3))
    expect(timeline.rankOfDay(day(2020, 1, 1))).toBe(99)
    expect(timeline.countOfDay(day(2026, 11, 1))).toBe(0)
    expect(timeline.countOfDay(oct3)).toBe(40)
  })

  it('steps by days and by months, and stops at the ends', () => {
    const at = (rank: number) => timeline.dayAtRank(rank)
    expect(at(timeline.step(0, 'day', 1))).toBe(nov19)
    expect(at(timeline.step(30, 'day', -1))).toBe(nov19)
    expect(timeline.step(5, 'month', 1)).toBe(timeline.rankOfDay(oct3))
    expect(timeline.step(35, 'month', -1)).toBe(0)
    expect(timeline.step(95, 'month', 1)).toBe(99)
    expect(timeline.step(0, 'day', -1)).toBe(0)
  })

  it('is empty without results', () => {
    const empty = new Timeline({ days: [], counts: [] })
    expect(empty.dayAtRank(0)).toBeUndefined()
    expect([empty.rankAt(10, 100), empty.yOfRank(0, 100), empty.step(0, 'day', 1)]).toEqual([0, 0, 0])
    expect(empty.marks(100)).toEqual([])
  })
})

describe('the marks', () => {
  it('name each year and month that has room', () => {
    expect(timeline.marks(1000).map(({ day, kind, y }) => [day, kind, y])).toEqual([
      [nov20, 'year', 0],
      [dec31, 'year', 900],
      [oct3, 'month', 300],
      [jan1, 'month', 700],
    ])
  })

  it('never overlap, and prefer years', () => {
    const days = Array.from({ length: 3000 }, (_, index) => nov20 - index)
    const long = new Timeline({ days, counts: days.map(() => 1) })
    const labels = long
      .marks(600)
      .filter(({ kind }) => kind !== 'dot')
      .map(({ y }) => y)
      .sort((a, b) => a - b)
    for (const [index, y] of labels.slice(1).entries())
      expect(y - (labels[index] ?? 0)).toBeGreaterThanOrEqual(22)
    expect(long.marks(600).filter(({ kind }) => kind === 'year')).toHaveLength(9)
    expect(long.marks(600).length).toBeLessThanOrEqual(600 / 8 + 1)
  })
})
