import { expect, it } from 'vitest'
import { JustifiedLayout } from './JustifiedLayout.ts'
import { MAX_TILES, visibleRange } from './visibleRange.ts'

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
