import { expect, test } from 'vitest'
import { anchorAt, anchoredScrollTop } from './scrolling.ts'
import { JustifiedLayout } from './JustifiedLayout.ts'

const tilesOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `t${from + index}` }))
const layoutOf = (count: number) =>
  new JustifiedLayout({
    ratios: new Float32Array(count).fill(1),
    sectionStarts: Int32Array.of(0),
    width: 1000,
    rowHeight: 200,
    gap: 6,
    headingHeight: 44,
  })

test('a visible tile stays in place when tiles are added above it', () => {
  const tiles = tilesOf(100, 500)
  const layout = layoutOf(500)
  const anchor = anchorAt(3000, layout, tiles, false)
  const more = tilesOf(0, 600)
  const moreLayout = layoutOf(600)
  const top = anchor && anchoredScrollTop(anchor, moreLayout, more)
  const indexIn = (list: typeof tiles) => list.findIndex(({ id }) => id === anchor?.id)
  expect(moreLayout.box(indexIn(more)).y - (top ?? 0)).toBe(layout.box(indexIn(tiles)).y - 3000)
  expect(top).toBeGreaterThan(3000)
})

test('at the top, new results push the others down, unless they are older pages loaded upwards', () => {
  const tiles = tilesOf(0, 50)
  expect(anchorAt(8, layoutOf(50), tiles, false)).toBeNull()
  expect(anchorAt(0, layoutOf(50), tiles, true)).toEqual({ id: 't0', distance: 44 })
})

test('nothing is scrolled if the tile is gone', () => {
  expect(anchoredScrollTop({ id: 'gone', distance: 0 }, layoutOf(5), tilesOf(0, 5))).toBeUndefined()
})

test('an empty grid has no anchor', () => {
  expect(anchorAt(500, layoutOf(0), [], false)).toBeNull()
})
