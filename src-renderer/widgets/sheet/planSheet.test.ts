import { describe, expect, test } from 'vitest'
import type { GridAsset } from '../../../src-preload/contract/types/grid.ts'
import type { Rect } from '../../workers/sheet.worker.ts'
import { SHEET_COLOURS, planSheet } from './planSheet.ts'
import type { Headings, Sheet, SheetItem, Size } from './Sheet.ts'
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
const imageItem = (id: string): SheetItem => ({ asset: imageAsset(id), text: 'Saved' })
const axis = (name: string, count: number): Headings => {
  const values = Array.from({ length: count }, (_, value) => String(value))
  return { name, values, shortValues: values }
}
const noAxis: Headings = { name: '', values: [''], shortValues: [''] }

/** A sheet with cells by their column and row. */
const makeSheet = (axes: Partial<Sheet>, cells: Record<string, SheetItem> = {}): Sheet => ({
  columns: noAxis,
  rows: noAxis,
  pages: noAxis,
  itemsPerCell: 1,
  itemsAt: (column, row) => [cells[`${column} ${row}`] ?? { asset: null, text: 'Not in this batch' }],
  ...axes,
})
const fullItemSize = { width: 1024, height: 768 }

interface Overrides {
  side?: number
  cells?: Record<string, SheetItem>
  caption?: string
}

function makeOptions(
  columns: number,
  rows: number,
  { side = 384, cells = {}, caption = 'Caption' }: Overrides = {},
) {
  const sheet = makeSheet({ columns: axis('Steps', columns), rows: axis('Seed', rows) }, cells)
  return { sheet, pages: [0], fullItemSize, side, colours: SHEET_COLOURS.light, caption }
}

const overlaps = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('saved images have separate positions within the sheet, and other cells show their state', () => {
  const cells = { '0 0': imageItem('a'), '1 1': imageItem('b'), '1 0': { asset: null, text: 'Failed' } }
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

test('a sheet larger than the canvas limit is scaled down, and rejected if the smallest items don’t fit', () => {
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
  const itemsAt = (column: number) => [imageItem(`${column}`)]
  const line = { ...makeOptions(1, 1), sheet: makeSheet({ columns: axis('Seed', 2000), itemsAt }) }
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

test.each([1, 2, 10])('results in %i rows without headings stay in order at the largest size', (rows) => {
  const columns = 20 / rows
  const unnamed = (count: number): Headings => ({ ...axis('', count), name: '' })
  const itemsAt = (column: number, row: number) => [imageItem(`${row * columns + column}`)]
  const sheet = makeSheet({ columns: unnamed(columns), rows: unnamed(rows), itemsAt })
  const size = { width: 2048, height: 2048 }
  const shape = { ...makeOptions(1, 1), sheet, fullItemSize: size, side: 2048, caption: '' }
  const { images } = planSheet({ ...shape, ...fitSheet(shape) })
  const inReadingOrder = images.toSorted((a, b) => a.rect.y - b.rect.y || a.rect.x - b.rect.x)
  expect(inReadingOrder.map(({ asset }) => Number(asset.id))).toEqual([...Array(20).keys()])
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
    fullItemSize,
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

test('a file name keeps the batch name without invalid characters', () => {
  expect(fileNameOf('a/b: "c"?', 'png')).toBe('a b c.png')
  expect(fileNameOf('…///', 'jpg')).toBe('….jpg')
  expect(fileNameOf(' .. ', 'jpg')).toBe('Grid.jpg')
  expect(fileNameOf('x'.repeat(500), 'png')).toHaveLength(84)
  expect(fileNameOf(`${'x'.repeat(79)}🦊`, 'png')).toBe(`${'x'.repeat(79)}.png`)
})

test('captions are below their images and overlap nothing', () => {
  const cells = {
    '0 0': { ...imageItem('a'), caption: 'Fog' },
    '0 1': { ...imageItem('b'), caption: 'Pier' },
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

test('a cell without items stays empty', () => {
  const options = makeOptions(2, 1)
  const { images, elements } = planSheet({ ...options, sheet: { ...options.sheet, itemsAt: () => [] } })
  expect(images).toEqual([])
  expect(elements.filter(({ kind }) => kind === 'box')).toEqual([])
})

describe('with several results in each cell', () => {
  /** Options for `count` results in each cell, by default images named after their cell and index. */
  function makeSeveral(count: number, overrides: Partial<Sheet> & { size?: Size; side?: number } = {}) {
    const { size = fullItemSize, side = 128, ...axes } = overrides
    const sheet = makeSheet({
      columns: axis('Steps', 3),
      rows: axis('Seed', 2),
      itemsPerCell: count,
      itemsAt: (column, row, page) =>
        Array.from({ length: count }, (_, index) => imageItem(`${column} ${row} ${page} ${index}`)),
      ...axes,
    })
    return { sheet, pages: [0], fullItemSize: size, side, colours: SHEET_COLOURS.light, caption: 'Caption' }
  }
  const isWithin = (inner: Rect, outer: Rect): boolean =>
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  const around = (rects: readonly Rect[]): Rect => {
    const [x, y] = [Math.min(...rects.map((rect) => rect.x)), Math.min(...rects.map((rect) => rect.y))]
    const right = Math.max(...rects.map((rect) => rect.x + rect.width))
    const bottom = Math.max(...rects.map((rect) => rect.y + rect.height))
    return { x, y, width: right - x, height: bottom - y }
  }
  const isOverlapFree = (rects: readonly Rect[]): boolean =>
    rects.every((rect, index) => rects.slice(index + 1).every((other) => !overlaps(rect, other)))

  test('results don’t overlap, and are closer to the results of their cell than to other cells', () => {
    for (const count of [2, 3, 4, 7]) {
      const { images, width, height } = planSheet(makeSeveral(count))
      const rects = images.map(({ rect }) => rect)
      expect(rects).toHaveLength(6 * count)
      expect(isOverlapFree(rects)).toBe(true)
      for (const rect of rects) {
        expect([rect.width, rect.height]).toEqual([128, 96])
        expect(isWithin(rect, { x: 0, y: 0, width, height })).toBe(true)
      }
      const cellAt = (cell: string) =>
        around(images.flatMap(({ asset, rect }) => (asset.id.startsWith(cell) ? [rect] : [])))
      const [first, right, below] = ['0 0', '1 0', '0 1'].map(cellAt)
      if (!first || !right || !below) throw new Error('A cell has no images')
      const [a, b] = rects
      if (!a || !b) throw new Error('The first cell has fewer than two images')
      const gap = a.y === b.y ? b.x - a.x - a.width : b.y - a.y - a.height
      expect(right.x - first.x - first.width).toBeGreaterThan(gap)
      expect(below.y - first.y - first.height).toBeGreaterThan(gap)
    }
  })

  test('headings span whole cells, and are larger if the cells are wider and higher', () => {
    const { images, elements } = planSheet(makeSeveral(4))
    const texts = elements.flatMap((element) => (element.kind === 'text' ? [element] : []))
    const cell = around(images.flatMap(({ asset, rect }) => (asset.id.startsWith('1 1') ? [rect] : [])))
    const column = texts.find(({ text, align }) => text === '1' && align === 'center')
    const row = texts.findLast(({ text, align }) => text === '1' && align === 'left')
    expect(column?.rect).toMatchObject({ x: expect.closeTo(cell.x, 0), width: cell.width })
    expect(row?.rect).toMatchObject({ y: expect.closeTo(cell.y, 0), height: cell.height })
    const headingSize = (count: number) =>
      planSheet(makeSeveral(count)).elements.flatMap((element) =>
        element.kind === 'text' && element.text === '1' ? [element.size] : [],
      )[0]
    expect(headingSize(4)).toBeGreaterThan((headingSize(1) ?? Infinity) * 1.5)
    // One above the other, so the columns are as narrow as with a single result.
    expect(headingSize(2)).toBe(headingSize(1))
  })

  test.each([
    { count: 2, shape: 'square', width: 512, height: 512, expected: [2, 1] },
    { count: 3, shape: 'square', width: 512, height: 512, expected: [3, 1] },
    { count: 4, shape: 'square', width: 512, height: 512, expected: [2, 2] },
    { count: 5, shape: 'square', width: 512, height: 512, expected: [3, 2] },
    { count: 8, shape: 'square', width: 512, height: 512, expected: [4, 2] },
    { count: 2, shape: 'wide', width: 1280, height: 720, expected: [1, 2] },
    { count: 4, shape: 'wide', width: 1280, height: 720, expected: [2, 2] },
    { count: 3, shape: 'tall', width: 720, height: 1280, expected: [3, 1] },
  ])('$count $shape results form a compact block', ({ count, width, height, expected }) => {
    const one = { columns: axis('Steps', 1), rows: axis('Seed', 1), size: { width, height } }
    const { images } = planSheet(makeSeveral(count, one))
    const [columns, rows] = [images.map(({ rect }) => rect.x), images.map(({ rect }) => rect.y)]
    expect([new Set(columns).size, new Set(rows).size]).toEqual(expected)
  })

  test('a failed result shows its reason in its place, and a missing one leaves its place empty', () => {
    const itemsAt = () => [imageItem('a'), { asset: null, text: 'Failed' }, imageItem('c')]
    const { images, elements } = planSheet(
      makeSeveral(4, { columns: axis('Steps', 1), rows: noAxis, itemsAt }),
    )
    const [a, c] = images.map(({ rect }) => rect)
    const boxes = elements.flatMap((element) => (element.kind === 'box' ? [element.rect] : []))
    expect(boxes).toEqual([{ ...a, x: expect.any(Number) }])
    expect(boxes[0]?.x).toBeGreaterThan(a?.x ?? Infinity)
    expect(c).toMatchObject({ x: a?.x, width: 128 })
    expect(elements.filter((element) => element.kind === 'text' && element.text === 'Failed')).toHaveLength(1)
  })

  test.each([false, true])(
    'a cell without results shows its text across all places (captions: %s)',
    (hasCaptions) => {
      const itemsAt = (column: number) =>
        column === 0
          ? Array.from({ length: 4 }, (_, index) => imageItem(`${index}`))
          : [{ asset: null, text: 'Not in this batch', ...(hasCaptions && { caption: 'Below' }) }]
      const axes = { columns: axis('Steps', 2), rows: noAxis, hasCaptions }
      const { images, elements } = planSheet(makeSeveral(4, { ...axes, itemsAt }))
      const block = around(images.map(({ rect }) => rect))
      const box = elements.find(({ kind }) => kind === 'box')?.rect
      expect(box).toMatchObject({ y: block.y, width: block.width, height: block.height })
    },
  )

  test('pages, captions, text results and bands don’t overlap', () => {
    const textItem = (text: string): SheetItem => ({
      asset: { ...imageAsset(text), kind: 'text', excerpt: text },
      text,
      caption: 'Below',
    })
    const options = {
      ...makeSeveral(3, {
        columns: axis('Steps', 4),
        pages: axis('Size', 2),
        hasCaptions: true,
        itemsAt: (column, row, page) => [
          { ...imageItem(`${column} ${row} ${page}`), caption: 'Below' },
          textItem('A harbour'),
          textItem('A pier'),
        ],
      }),
      pages: [0, 1],
      bands: 2,
    }
    const { images, elements, width, height } = planSheet(options)
    const captions = elements.flatMap((element) =>
      element.kind === 'text' && element.text === 'Below' ? [element.rect] : [],
    )
    const headings = elements.flatMap((element) =>
      element.kind === 'text' && element.bold ? [element.rect] : [],
    )
    const boxes = elements.flatMap((element) => (element.kind === 'box' ? [element.rect] : []))
    const rects = [...images.map(({ rect }) => rect), ...boxes, ...captions, ...headings]
    expect([images.length, boxes.length, captions.length]).toEqual([16, 32, 48])
    expect(isOverlapFree(rects)).toBe(true)
    for (const rect of rects) expect(isWithin(rect, { x: 0, y: 0, width, height })).toBe(true)
  })

  test('images are scaled down until all results fit, and a sheet that can’t fit is rejected', () => {
    const many = { columns: axis('Steps', 12), rows: axis('Seed', 8) }
    const shape = makeSeveral(4, { ...many, side: 1024 })
    const fit = fitSheet(shape)
    const single = fitSheet(makeSeveral(1, { ...many, side: 1024 }))
    expect(fit?.side).toBeGreaterThan(256)
    expect(fit?.side).toBeLessThan((single?.side ?? 0) * 0.6)
    const { width, height } = sheetSize({ ...shape, ...fit })
    expect(width * height).toBeLessThanOrEqual(80_000_000)
    const rows = axis('Seed', 600)
    expect(fitSheet(makeSeveral(1, { columns: noAxis, rows }))).not.toBeNull()
    expect(fitSheet(makeSeveral(4, { columns: noAxis, rows }))).toBeNull()
  })
})
