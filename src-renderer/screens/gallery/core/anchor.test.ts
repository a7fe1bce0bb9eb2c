import { expect, test } from 'vitest'
import { JustifiedLayout } from './JustifiedLayout.ts'
import { anchoredScrollTop, scrollStateAt, topInLayout, visibleRange } from './scrolling.ts'

const VIEW_HEIGHT = 800
/** Scroll offsets are rounded down to a multiple of this, in px, so that the grid is rendered once per step. */
const STEP = 48

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
/** A grid of this many tiles, numbered from `from`. */
const gridOf = (from: number, count: number) => ({ tiles: tilesOf(from, count), layout: layoutOf(count) })

test('a visible tile stays in place when tiles are added above it', () => {
  const before = gridOf(100, 500)
  const after = gridOf(0, 600)
  const { anchor } = scrollStateAt(3000, STEP, before, false)
  const top = anchor && anchoredScrollTop(anchor, after)
  const indexIn = (list: readonly { id: string }[]) => list.findIndex(({ id }) => id === anchor?.id)
  expect(after.layout.box(indexIn(after.tiles)).y - (top ?? 0)).toBe(
    before.layout.box(indexIn(before.tiles)).y - 3000,
  )
  expect(top).toBeGreaterThan(3000)
})

test('the tiles rendered at each change of the list include those in view before it', () => {
  const first = gridOf(10_000, 500)
  for (const scrollTop of [9, 47, 2000, 2039, 5001]) {
    const inView = first.layout.range(scrollTop, scrollTop + VIEW_HEIGHT)
    const shown = first.tiles.slice(inView.first, inView.end)
    const scrollState = scrollStateAt(scrollTop, STEP, first, false)
    for (let added = 200; added <= 10_000; added += 200) {
      const grid = gridOf(10_000 - added, 500 + added)
      const top = topInLayout(scrollState, grid)
      const range = visibleRange(grid.layout, top, VIEW_HEIGHT + STEP)
      const rendered = new Set(grid.tiles.slice(range.first, range.end).map(({ id }) => id))
      expect(shown.filter(({ id }) => !rendered.has(id))).toEqual([])
    }
  }
})

test('an offset within a step keeps its distance from the start of the step', () => {
  const before = gridOf(100, 500)
  const scrollState = scrollStateAt(2047, STEP, before, false)
  expect(scrollState.top).toBe(2016)
  expect(scrollState.anchor && anchoredScrollTop(scrollState.anchor, before)).toBe(2047)
  const after = gridOf(0, 600)
  const top = scrollState.anchor && anchoredScrollTop(scrollState.anchor, after)
  expect(topInLayout(scrollState, after)).toBe((top ?? 0) - 31)
})

test('at the top, new results push the others down, but loading the page above keeps them in place', () => {
  const grid = gridOf(0, 50)
  const atTop = scrollStateAt(8, STEP, grid, false)
  expect(atTop.anchor).toBeNull()
  expect(topInLayout(atTop, gridOf(-20, 70))).toBe(0)
  expect(scrollStateAt(0, STEP, grid, true).anchor).toEqual({ id: 't0', distance: 44 })
})

test('the scroll offset stays if the anchor tile is gone', () => {
  expect(anchoredScrollTop({ id: 'gone', distance: 0 }, gridOf(0, 5))).toBeUndefined()
  const scrollState = scrollStateAt(2047, STEP, gridOf(0, 500), false)
  expect(topInLayout(scrollState, gridOf(1000, 500))).toBe(2016)
})

test('an empty grid has no anchor', () => {
  expect(scrollStateAt(500, STEP, gridOf(0, 0), false).anchor).toBeNull()
})
