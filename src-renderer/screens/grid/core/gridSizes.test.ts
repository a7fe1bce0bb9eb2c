import { expect, test } from 'vitest'
import { makeGridJob } from '../testing/makeGrid.ts'
import { cellBox, cellSize, EDGE, initialScale, fitScale, GAP, headingSizes } from './gridSizes.ts'

const makeRoom = (columns: number, rows: number) => ({
  view: { width: 1060, height: 640 },
  box: { width: 1024, height: 768 },
  columns,
  rows,
  pixelRatio: 1,
})

test('the cell box contains every image of the sweep, including expected ones', () => {
  const jobs = [makeGridJob({ width: 1024, height: 512 }), makeGridJob({ width: 512, height: 1024 })]
  expect(cellBox(jobs)).toEqual({ width: 1024, height: 1024 })
  expect(cellBox([makeGridJob({ width: null, height: null })])).toEqual({ width: 512, height: 512 })
})

test('the fitting scale is the largest at which all cells are in view', () => {
  for (const [columns, rows] of [
    [3, 3],
    [12, 8],
    [2, 9],
  ] as const) {
    const scale = fitScale(makeRoom(columns, rows))
    const { width, height } = cellSize(makeRoom(1, 1).box, scale, 1)
    expect(columns * (width + GAP) - GAP + 2 * EDGE).toBeLessThanOrEqual(1060 + columns)
    expect(rows * (height + GAP) - GAP + 2 * EDGE).toBeLessThanOrEqual(640 + rows)
    const wider = cellSize(makeRoom(1, 1).box, scale * 1.05, 1)
    expect(
      columns * (wider.width + GAP) + 2 * EDGE > 1060 || rows * (wider.height + GAP) + 2 * EDGE > 640,
    ).toBe(true)
  }
})

test('a single image is not enlarged, and a long row starts with readable cells', () => {
  expect(fitScale({ ...makeRoom(1, 1), box: { width: 64, height: 64 } })).toBe(1)
  expect(cellSize(makeRoom(1, 1).box, initialScale(makeRoom(30, 1)), 1).width).toBe(220)
  expect(initialScale(makeRoom(3, 3))).toBe(fitScale(makeRoom(3, 3)))
})

test('no zoom level shows more than some hundred cells', () => {
  const scale = fitScale(makeRoom(100, 100))
  const { width, height } = cellSize(makeRoom(1, 1).box, scale, 1)
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
  // The name of a single axis has area, too.
  const { columns, rows } = sheet(['4'], ['One'])
  expect(headingSizes({ columns: empty, rows }, 60, 1000).height).toBeGreaterThan(0)
  expect(headingSizes({ columns, rows: empty }, 60, 1000).height).toBeGreaterThan(36)
})
