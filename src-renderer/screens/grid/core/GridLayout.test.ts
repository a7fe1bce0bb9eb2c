import { expect, test } from 'vitest'
import {
  GridLayout,
  EDGE,
  GAP,
  fullCellSizeOf,
  cellSize,
  initialScale,
  fitScale,
  headingSizes,
} from './GridLayout.ts'
import { makeGridJob } from '../testing/makeGrid.ts'

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

test('revealing a cell in view doesn’t scroll, and another cell is scrolled just clear of the headings', () => {
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

const makeArea = (columns: number, rows: number) => ({
  view: { width: 1060, height: 640 },
  fullCellSize: { width: 1024, height: 768 },
  columns,
  rows,
  pixelRatio: 1,
})

test('the cell at scale 1 contains every image of the grid, including those of unfinished jobs', () => {
  const jobs = [makeGridJob({ width: 1024, height: 512 }), makeGridJob({ width: 512, height: 1024 })]
  expect(fullCellSizeOf(jobs)).toEqual({ width: 1024, height: 1024 })
  expect(fullCellSizeOf([makeGridJob({ width: null, height: null })])).toEqual({ width: 512, height: 512 })
})

test('the fitting scale is the largest at which all cells are in view', () => {
  for (const [columns, rows] of [
    [3, 3],
    [12, 8],
    [2, 9],
  ] as const) {
    const scale = fitScale(makeArea(columns, rows))
    const { width, height } = cellSize(makeArea(1, 1).fullCellSize, scale, 1)
    expect(columns * (width + GAP) - GAP + 2 * EDGE).toBeLessThanOrEqual(1060)
    expect(rows * (height + GAP) - GAP + 2 * EDGE).toBeLessThanOrEqual(640)
    const wider = cellSize(makeArea(1, 1).fullCellSize, scale * 1.05, 1)
    expect(
      columns * (wider.width + GAP) + 2 * EDGE > 1060 || rows * (wider.height + GAP) + 2 * EDGE > 640,
    ).toBe(true)
  }
})

test('a single image is not enlarged, and a long row starts with readable cells', () => {
  expect(fitScale({ ...makeArea(1, 1), fullCellSize: { width: 64, height: 64 } })).toBe(1)
  expect(cellSize(makeArea(1, 1).fullCellSize, initialScale(makeArea(30, 1)), 1).width).toBe(220)
  expect(initialScale(makeArea(3, 3))).toBe(fitScale(makeArea(3, 3)))
})

test('no zoom level shows more than a few hundred cells', () => {
  const scale = fitScale(makeArea(100, 100))
  const { width, height } = cellSize(makeArea(1, 1).fullCellSize, scale, 1)
  expect((1060 * 640) / (width * height)).toBeLessThan(650)
})

test('long column headings are rotated, and row headings have a maximum width', () => {
  const sheet = (columns: string[], rows: string[]) => ({
    columns: { name: 'Steps', values: columns, shortValues: columns },
    rows: { name: 'Model', values: rows, shortValues: rows },
  })
  expect(headingSizes(sheet(['4', '8'], ['One']), 60, 1000)).toMatchObject({
    hasRotatedColumns: false,
    height: 36,
  })
  expect(headingSizes(sheet(['A long prompt of its own', '8'], ['One']), 60, 1000).hasRotatedColumns).toBe(
    true,
  )
  // A seed is not broken, a long word may be.
  expect(headingSizes(sheet(['2147483647'], ['One']), 76, 1000).hasRotatedColumns).toBe(true)
  expect(headingSizes(sheet(['An unbelievably long word'], ['One']), 150, 1000).hasRotatedColumns).toBe(false)
  expect(headingSizes(sheet(['4'], ['x'.repeat(300)]), 60, 1000).width).toBe(220)
  const empty = { name: '', values: [''], shortValues: [''] }
  const noAxes = { columns: empty, rows: empty }
  expect(headingSizes(noAxes, 60, 1000)).toMatchObject({ width: 0, height: 0 })
  // The name of a single axis needs space too.
  const { columns, rows } = sheet(['4'], ['One'])
  expect(headingSizes({ columns: empty, rows }, 60, 1000).height).toBeGreaterThan(0)
  expect(headingSizes({ columns, rows: empty }, 60, 1000).height).toBeGreaterThan(36)
})
