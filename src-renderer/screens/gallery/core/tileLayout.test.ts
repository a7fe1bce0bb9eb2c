import { describe, expect, it } from 'vitest'
import { groupByDay, MAX_TILES, visibleRange } from './useGridLayout.ts'
import { JustifiedLayout } from './JustifiedLayout.ts'

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

describe('visibleRange', () => {
  const computeLayout = (width: number, rowHeight: number) =>
    new JustifiedLayout({
      ratios: new Float32Array(5000).fill(1),
      starts: Int32Array.of(0),
      width,
      rowHeight,
      gap: 6,
      headingHeight: 40,
    })

  it('includes tiles beyond the view if there are few', () => {
    const layout = computeLayout(1200, 200)
    const { first, end } = visibleRange(layout, 5000, 800)
    const inView = layout.range(5000, 5800)
    expect(first).toBeLessThan(inView.first)
    expect(end).toBeGreaterThan(inView.end)
  })

  it('never exceeds the limit, and prefers tiles in view to those beyond', () => {
    const layout = computeLayout(1900, 110)
    const { first, end } = visibleRange(layout, 9000, 1000)
    const inView = layout.range(9000, 10_000)
    expect(end - first).toBeLessThanOrEqual(MAX_TILES)
    expect(first).toBeLessThanOrEqual(inView.first)
    expect(end).toBeGreaterThanOrEqual(inView.end)
  })
})
