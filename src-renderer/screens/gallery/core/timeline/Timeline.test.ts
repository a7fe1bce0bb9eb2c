import {
  dayOfTime,
  endOfDay,
  firstDayOfMonth,
  monthOfDay,
  startOfDay,
} from '../../../../../src-preload/shared/calendar.ts'
import { describe, expect, it } from 'vitest'
import { rankAt, yOfRank } from './RailScale.ts'
import { Timeline } from './Timeline.ts'

const day = (year: number, month: number, date: number) =>
  dayOfTime(new Date(year, month - 1, date, 12).getTime())
const [nov20, nov19, oct3, jan1, dec31] = [
  day(2026, 11, 20),
  day(2026, 11, 19),
  day(2026, 10, 3),
  day(2026, 1, 1),
  day(2025, 12, 31),
]
const NEWEST_FIRST = { descending: true }
const data = { days: [nov20, nov19, oct3, jan1, dec31], counts: [10, 20, 40, 20, 10] }
const timeline = new Timeline(data, NEWEST_FIRST)

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
    expect([0, 99, 100, 299, 300, 950].map((y) => timeline.dayAtRank(rankAt(timeline, y, 1000)))).toEqual([
      nov20,
      nov20,
      nov19,
      nov19,
      oct3,
      dec31,
    ])
    expect(yOfRank(timeline, timeline.rankOfDay(oct3), 1000)).toBe(300)
  })

  it('has no position beyond its ends', () => {
    expect([rankAt(timeline, -50, 1000), rankAt(timeline, 5000, 1000)]).toEqual([0, 99])
    expect([yOfRank(timeline, -5, 1000), yOfRank(timeline, 500, 1000)]).toEqual([0, 990])
    expect(rankAt(timeline, 10, 0)).toBe(0)
  })

  it('leads from a day without results to the next older one', () => {
    expect(timeline.rankOfDay(day(2026, 11, 1))).toBe(timeline.rankOfDay(oct3))
    expect(timeline.rankOfDay(day(2020, 1, 1))).toBe(99)
    expect(timeline.countOfDay(day(2026, 11, 1))).toBe(0)
    expect(timeline.countOfDay(oct3)).toBe(40)
  })

  it('steps by days and by months, and stops at the ends', () => {
    const at = (rank: number) => timeline.dayAtRank(rank)
    expect(at(timeline.step(0, 'small', 1))).toBe(nov19)
    expect(at(timeline.step(30, 'small', -1))).toBe(nov19)
    expect(timeline.step(5, 'large', 1)).toBe(timeline.rankOfDay(oct3))
    expect(timeline.step(35, 'large', -1)).toBe(0)
    expect(timeline.step(95, 'large', 1)).toBe(99)
    expect(timeline.step(0, 'small', -1)).toBe(0)
  })

  it('is empty without results', () => {
    const empty = new Timeline({ days: [], counts: [] }, NEWEST_FIRST)
    expect(empty.dayAtRank(0)).toBeUndefined()
    expect([rankAt(empty, 10, 100), yOfRank(empty, 0, 100), empty.step(0, 'small', 1)]).toEqual([0, 0, 0])
    expect(empty.marks(100)).toEqual([])
  })
})

describe('oldest first', () => {
  const oldestFirst = new Timeline(data, { descending: false })

  it('begins with the oldest day', () => {
    expect(oldestFirst.days[0]).toBe(dec31)
    expect([0, 9, 10, 30, 70, 99].map((rank) => oldestFirst.dayAtRank(rank))).toEqual([
      dec31,
      dec31,
      jan1,
      oct3,
      nov19,
      nov20,
    ])
    expect(oldestFirst.countOfDay(nov19)).toBe(20)
    expect(oldestFirst.months()).toEqual(timeline.months())
  })

  it('leads from a day without results to the next newer one', () => {
    expect(oldestFirst.rankOfDay(day(2026, 11, 1))).toBe(oldestFirst.rankOfDay(nov19))
    expect(oldestFirst.rankOfDay(day(2020, 1, 1))).toBe(0)
    expect(oldestFirst.rankOfDay(day(2027, 1, 1))).toBe(99)
  })

  it('steps by days and by months', () => {
    expect(oldestFirst.step(0, 'small', 1)).toBe(10)
    expect(oldestFirst.step(75, 'large', -1)).toBe(30)
    expect(oldestFirst.step(75, 'large', 1)).toBe(99)
  })

  it('names the first month of each year in the list', () => {
    expect(oldestFirst.marks(1000).map(({ text, kind, y }) => [text, kind, y])).toEqual([
      ['2025', 'major', 0],
      ['2026', 'major', 100],
      ['Oct', 'minor', 300],
      ['Nov', 'minor', 700],
    ])
  })
})

describe('the rank of a result', () => {
  const made = (of: number) => ({ createdAt: startOfDay(of) + 1000 })

  it('is the estimate if it is of its day, otherwise the closest rank of its day', () => {
    expect(timeline.rankOf(made(nov19), 25)).toBe(25)
    expect(timeline.rankOf(made(nov19), 3)).toBe(10)
    expect(timeline.rankOf(made(nov19), 99)).toBe(29)
  })
})

describe('the marks', () => {
  it('name each year and month that has room', () => {
    expect(timeline.marks(1000).map(({ text, kind, y }) => [text, kind, y])).toEqual([
      ['2026', 'major', 0],
      ['2025', 'major', 900],
      ['Oct', 'minor', 300],
      ['Jan', 'minor', 700],
    ])
  })

  it('never overlap, and prefer years', () => {
    const days = Array.from({ length: 3000 }, (_, index) => nov20 - index)
    const long = new Timeline({ days, counts: days.map(() => 1) }, NEWEST_FIRST)
    const labels = long
      .marks(600)
      .filter(({ kind }) => kind !== 'dot')
      .map(({ y }) => y)
      .sort((a, b) => a - b)
    for (const [index, y] of labels.slice(1).entries())
      expect(y - (labels[index] ?? 0)).toBeGreaterThanOrEqual(22)
    expect(long.marks(600).filter(({ kind }) => kind === 'major')).toHaveLength(9)
    expect(long.marks(600).length).toBeLessThanOrEqual(600 / 8 + 1)
  })
})
