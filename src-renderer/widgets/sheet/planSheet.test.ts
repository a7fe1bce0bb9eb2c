import { expect, test } from 'vitest'
import type { GridAsset } from '../../../src-preload/contract/types/grid.ts'
import type { Rect } from '../../workers/sheet.worker.ts'
import { SHEET_COLOURS, planSheet } from './planSheet.ts'
import type { Headings, Sheet, SheetCell } from './Sheet.ts'
import { fileNameOf } from './SheetDialog.tsx'
import { fitSheet, sheetSize } from './sheetLayout.ts'

const imageAsset = (id: string): GridAsset => ({
  id,
  kind: 'image',
  mime: 'image/png',
  width: 1024,
  height: 768,
  durationMs: null,
  hasThumb: true,
  trashedAt: null,
  excerpt: null,
})
const imageCell = (id: string): SheetCell => ({ asset: imageAsset(id), text: 'Saved' })
const axis = (name: string, count: number): Headings => {
  const values = Array.from({ length: count }, (_, value) => String(value))
  return { name, values, shortValues: values }
}
const noAxis: Headings = { name: '', values: [''], shortValues: [''] }

/** A sheet with cells by their column and row. */
const makeSheet = (axes: Partial<Sheet>, cells: Record<string, SheetCell> = {}): Sheet => ({
  columns: noAxis,
  rows: noAxis,
  pages: noAxis,
  cellAt: (column, row) => cells[`${column} ${row}`] ?? { asset: null, text: 'Not in this batch' },
  ...axes,
})
const fullCellSize = { width: 1024, height: 768 }

interface Overrides {
  side?: number
  cells?: Record<string, SheetCell>
  caption?: string
}

function makeOptions(
  columns: number,
  rows: number,
  { side = 384, cells = {}, caption = 'Caption' }: Overrides = {},
) {
  const sheet = makeSheet({ columns: axis('Steps', columns), rows: axis('Seed', rows) }, cells)
  return { sheet, pages: [0], fullCellSize, side, colours: SHEET_COLOURS.light, caption }
}

const overlaps = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('saved images have separate positions within the sheet, and other cells show their state', () => {
  const cells = { '0 0': imageCell('a'), '1 1': imageCell('b'), '1 0': { asset: null, text: 'Failed' } }
  const { images, elements, width, height } = planSheet(makeOptions(2, 2, { cells }))
  expect(images.map(({ asset }) => asset.id)).toEqual(['a', 'b'])
  const texts = elements.flatMap((element) => (element.kind === 'text' ? [element.text] : []))
  expect(texts).toEqual(
    expect.arrayContaining(['Caption', 'Failed', 'Not in this batch', '0', '1', 'Seed ↓']),
  )
  const rects = [...images, ...elements.filter(({ kind }) => kind === 'box')].map(({ rect }) => rect)
  expect(rects).toHaveLength(4)
  for (const [index, rect] of rects.entries()) {
    expect([rect.width, rect.height]).toEqual([384, 288])
    expect(rect.x + rect.width).toBeLessThanOrEqual(width)
    expect(rect.y + rect.height).toBeLessThanOrEqual(height)
    for (const other of rects.slice(index + 1)) expect(overlaps(rect, other)).toBe(false)
  }
})

test('a sheet larger than the canvas limit is scaled down to the limit, or null if impossible', () => {
  expect(fitSheet(makeOptions(3, 3))).toEqual({ side: 384, bands: 1 })
  const large = makeOptions(12, 8, { side: 2048 })
  const side = fitSheet(large)?.side
  expect(side).toBeGreaterThan(512)
  expect(side).toBeLessThan(2048)
  const { width, height } = sheetSize({ ...large, side: side ?? 0 })
  expect(width * height).toBeLessThanOrEqual(80_000_000)
  const tooLarge = sheetSize({ ...large, side: (side ?? 0) + 2 })
  expect(
    Math.max(
      tooLarge.width / 16_384,
      tooLarge.height / 16_384,
      (tooLarge.width * tooLarge.height) / 80_000_000,
    ),
  ).toBeGreaterThan(0.99)
  expect(fitSheet(makeOptions(1, 5000))).toBeNull()
})

test('a row too long for a canvas is broken into bands with their own headings', () => {
  const cellAt = (column: number) => imageCell(`${column}`)
  const line = { ...makeOptions(1, 1), sheet: makeSheet({ columns: axis('Seed', 2000), cellAt }) }
  const fit = fitSheet(line)
  expect(fit?.bands).toBeGreaterThan(1)
  expect(fit?.side).toBeGreaterThan(100)
  const { images, elements, width, height } = planSheet({ ...line, ...fit })
  expect(width * height).toBeLessThanOrEqual(80_000_000)
  expect(new Set(images.map(({ rect }) => `${rect.x} ${rect.y}`)).size).toBe(2000)
  for (const { rect } of images) {
    expect(rect.x + rect.width).toBeLessThanOrEqual(width)
    expect(rect.y + rect.height).toBeLessThanOrEqual(height)
  }
  const texts = elements.flatMap((element) => (element.kind === 'text' ? [element] : []))
  for (const index of [0, 777, 1999]) {
    const head = texts.find(({ text }) => text === String(index))?.rect
    const below = images.find(({ asset }) => asset.id === String(index))?.rect
    expect(head?.x).toBeCloseTo(below?.x ?? -1, -1)
    expect((head?.y ?? 0) + (head?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  }
  expect(texts.filter(({ text }) => text === 'Seed →')).toHaveLength(fit?.bands ?? 0)
})

test('thousands of cells fit into one image at a recognizable size', () => {
  for (const [columns, rows] of [
    [60, 50],
    [100, 100],
  ] as const)
    expect(fitSheet(makeOptions(columns, rows))?.side).toBeGreaterThan(64)
})

test('pages are stacked vertically with their names', () => {
  const sheet = makeSheet({ columns: axis('Steps', 2), rows: axis('Seed', 1), pages: axis('Size', 3) })
  const base = {
    sheet,
    pages: [1],
    fullCellSize,
    side: 128,
    colours: SHEET_COLOURS.dark,
    caption: '',
  }
  const text = (pages: number[]) =>
    planSheet({ ...base, pages }).elements.flatMap((element) =>
      element.kind === 'text' && element.text.startsWith('Size')
        ? [[element.text, element.rect.y] as const]
        : [],
    )
  expect(text([1]).map(([name]) => name)).toEqual(['Size 1'])
  const allTexts = text([0, 1, 2])
  expect(allTexts.map(([name]) => name)).toEqual(['Size 0', 'Size 1', 'Size 2'])
  expect(sheetSize({ ...base, pages: [0, 1, 2] }).height).toBeGreaterThan(2.5 * sheetSize(base).height)
})

test('a file name is derived from the batch without invalid characters', () => {
  expect(fileNameOf('a/b: "c"?', 'png')).toBe('a b c.png')
  expect(fileNameOf('…///', 'jpg')).toBe('….jpg')
  expect(fileNameOf(' .. ', 'jpg')).toBe('Grid.jpg')
  expect(fileNameOf('x'.repeat(500), 'png')).toHaveLength(84)
})

test('captions are below their images and overlap nothing', () => {
  const cells = {
    '0 0': { ...imageCell('a'), caption: 'Fog' },
    '0 1': { ...imageCell('b'), caption: 'Pier' },
  }
  const options = makeOptions(1, 2, { cells })
  const { images, elements, height } = planSheet({
    ...options,
    sheet: { ...options.sheet, hasCaptions: true },
  })
  const rects = ['Fog', 'Pier'].map(
    (text) => elements.find((element) => element.kind === 'text' && element.text === text)?.rect,
  )
  for (const [index, rect] of rects.entries()) {
    const image = images[index]?.rect
    expect(rect?.y).toBe((image?.y ?? 0) + (image?.height ?? 0))
    const bottom = (rect?.y ?? 0) + (rect?.height ?? 0)
    expect(bottom).toBeLessThanOrEqual(images[index + 1]?.rect.y ?? height)
  }
})

test('a cell without a content stays empty', () => {
  const options = makeOptions(2, 1)
  const { images, elements } = planSheet({ ...options, sheet: { ...options.sheet, cellAt: () => undefined } })
  expect(images).toEqual([])
  expect(elements.filter(({ kind }) => kind === 'box')).toEqual([])
})
