import { expect, it } from 'vitest'
import { JustifiedLayout } from './JustifiedLayout.ts'
import { MAX_TILES, windowOf } from './windowOf.ts'

const layOut = (width: number, rowHeight: number) =>
  new JustifiedLayout({
    ratios: new Float32Array(5000).fill(1),
    starts: Int32Array.of(0),
    width,
    rowHeight,
    gap: 6,
    headingHeight: 40,
  })

it('draws ahead of the view while tiles are few', () => {
  const layout = layOut(1200, 200)
  const { first, end } = windowOf(layout, 5000, 800)
  const seen = layout.range(5000, 5800)
  expect(first).toBeLessThan(seen.first)
  expect(end).toBeGreaterThan(seen.end)
})

it('never draws more than the limit, and gives up looking ahead before what is in view', () => {
  const layout = layOut(1900, 110)
  const { first, end } = windowOf(layout, 9000, 1000)
  const seen = layout.range(9000, 10_000)
  expect(end - first).toBeLessThanOrEqual(MAX_TILES)
  expect(first).toBeLessThanOrEqual(seen.first)
  expect(end).toBeGreaterThanOrEqual(seen.end)
})
