import { expect, test } from 'vitest'
import { GridLayout } from './GridLayout.ts'
import { EDGE, GAP } from './gridSizes.ts'

const headings = { width: 90, height: 40, hasRotatedColumns: false }
const layout = new GridLayout({ columns: 60, rows: 50, cell: { width: 128, height: 100 }, headings })
const view = { left: 0, top: 0, width: 1200, height: 700 }

const makeZoomed = (size: number) => {
  const zoomed = new GridLayout({ columns: 60, rows: 50, cell: { width: size, height: size }, headings })
  return { columns: zoomed.columns, range: (left: number) => zoomed.range({ ...view, left }).columns }
}

test('the content is as large as its cells, gaps, edges and headings', () => {
  expect(layout.columns.length).toBe(headings.width + 2 * EDGE + 60 * (128 + GAP) - GAP)
  expect(layout.rows.length).toBe(headings.height + 2 * EDGE + 50 * (100 + GAP) - GAP)
})

test('cells in view are rendered, with one more on each side, and none behind the headings', () => {
  const { columns, rows } = layout.range({ ...view, left: 10 * 134, top: 20 * 106 })
  expect([columns.first, rows.first]).toEqual([8, 18])
  expect(columns.end - columns.first).toBeLessThanOrEqual(Math.ceil((1200 - 90) / 134) + 3)
  expect(rows.end - rows.first).toBeLessThanOrEqual(Math.ceil((700 - 40) / 106) + 3)
})

test.each([18, 128, 900])('no cell of %i px within the view is missing, at any offset', (size) => {
  const { columns, range } = makeZoomed(size)
  for (let left = 0; left < 500; left += 7) {
    const { first, end } = range(left)
    expect(first === 0 || columns.offsetAt(first) <= left + headings.width).toBe(true)
    expect(end === 60 || columns.offsetAt(end) >= left + view.width).toBe(true)
  }
})

test('a cell in view is not scrolled to, another as little as needed, clear of the headings', () => {
  expect(layout.offsetsToReveal([2, 2], view)).toEqual({ left: 0, top: 0 })
  const right = layout.columns.offsetAt(20) + 128 + EDGE - 1200
  const bottom = layout.rows.offsetAt(30) + 100 + EDGE - 700
  expect(layout.offsetsToReveal([20, 30], view)).toEqual({ left: right, top: bottom })
  const scrolled = { ...view, left: 5000, top: 4000 }
  expect(layout.offsetsToReveal([20, 30], scrolled)).toEqual({ left: 20 * 134, top: 30 * 106 })
  expect(layout.offsetsToReveal([0, 0], scrolled)).toEqual({ left: 0, top: 0 })
})

test('a page is as many rows as fit below the headings', () => {
  expect(layout.rowsIn(700)).toBe(6)
  expect(layout.rowsIn(60)).toBe(1)
})
