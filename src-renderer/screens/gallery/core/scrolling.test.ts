import { describe, expect, it } from 'vitest'
import { JustifiedLayout } from './JustifiedLayout.ts'
import { MAX_TILES, nearEnds, topToReveal, visibleRange } from './scrolling.ts'

const computeLayout = (width: number, rowHeight: number) =>
  new JustifiedLayout({
    ratios: new Float32Array(5000).fill(1),
    sectionStarts: Int32Array.of(0),
    width,
    rowHeight,
    gap: 6,
    headingHeight: 40,
  })

describe('visibleRange', () => {
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

describe('topToReveal', () => {
  const layout = computeLayout(1200, 200)
  const { y, height } = layout.box(3000)

  it('does not scroll to a tile in view', () => {
    expect(topToReveal(layout, 3000, y - 300, 800)).toBe(y - 300)
  })

  it('scrolls up to a tile with its heading, and down to its lower edge', () => {
    expect(topToReveal(layout, 3000, y + 100, 800)).toBe(y - 44)
    expect(topToReveal(layout, 3000, 0, 800)).toBe(y + height + 12 - 800)
  })
})

describe('nearEnds', () => {
  const layout = computeLayout(1200, 200)

  it('is near the end two views before it, and near the start two views after it', () => {
    const near = (scrollTop: number) => nearEnds(layout, scrollTop, 800)
    expect(near(1599)).toEqual({ isNearStart: true, isNearEnd: false })
    expect(near(1600)).toEqual({ isNearStart: false, isNearEnd: false })
    expect(near(layout.height - 2400)).toEqual({ isNearStart: false, isNearEnd: false })
    expect(near(layout.height - 2399)).toEqual({ isNearStart: false, isNearEnd: true })
  })

  it('is near neither before the view is measured', () => {
    expect(nearEnds(layout, 0, 0)).toEqual({ isNearStart: false, isNearEnd: false })
  })
})
