import { expect, test } from 'vitest'
import type { GridJob } from '../../../../src-preload/contract/types/grid.ts'
import type { Rect } from '../../../workers/sheet.worker.ts'
import { arrange, defaultArrangement } from '../model/arrange.ts'
import { makeGrid, makeGridJob } from '../testing/makeGrid.ts'
import { fileNameOf } from './ExportDialog.tsx'
import { SHEET_COLOURS, planSheet } from './planSheet.ts'
import { fitSheet, sheetSize } from './sheetFrame.ts'

const imageAsset = (id: string): GridJob['asset'] => ({
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
const axis = (field: string, count: number) => ({
  field,
  label: field,
  values: Array.from({ length: count }, (_, value) => ({ value, label: null })),
})
const fullCellSize = { width: 1024, height: 768 }

function makeOptions(
  columns: number,
  rows: number,
  { side = 384, jobs = [] as GridJob[], caption = 'Caption' } = {},
) {
  const grid = makeGrid({ axes: [axis('Steps', columns), axis('Seed', rows)], jobs })
  const sheet = arrange(grid, defaultArrangement(grid))
  return { sheet, pages: [0], layer: 0, fullCellSize, side, colours: SHEET_COLOURS.light, caption }
}

const overlaps = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('saved images have separate positions within the sheet, and other cells show their state', () => {
  const jobs = [
    makeGridJob({ id: 'a', at: [0, 0], state: 'saved', asset: imageAsset('a') }),
    makeGridJob({ id: 'b', at: [1, 1], state: 'saved', asset: imageAsset('b') }),
    makeGridJob({ id: 'c', at: [1, 0], state: 'failed' }),
  ]
  const { images, elements, width, height } = planSheet(makeOptions(2, 2, { jobs }))
  expect(images.map(({ job }) => job.id)).toEqual(['a', 'b'])
  const texts = elements.flatMap((element) => (element.kind === 'text' ? [element.text] : []))
  expect(texts).toEqual(
    expect.arrayContaining(['Caption', 'Failed', 'Not in this batch', '0', '1', 'Seed ↓']),
  )
  const cells = [...images, ...elements.filter(({ kind }) => kind === 'box')].map(({ rect }) => rect)
  expect(cells).toHaveLength(4)
  for (const [index, rect] of cells.entries()) {
    expect([rect.width, rect.height]).toEqual([384, 288])
    expect(rect.x + rect.width).toBeLessThanOrEqual(width)
    expect(rect.y + rect.height).toBeLessThanOrEqual(height)
    for (const other of cells.slice(index + 1)) expect(overlaps(rect, other)).toBe(false)
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
  const jobs = Array.from({ length: 2000 }, (_, index) =>
    makeGridJob({ id: `${index}`, at: [index], state: 'saved', asset: imageAsset(`${index}`) }),
  )
  const grid = makeGrid({ axes: [axis('Seed', 2000)], jobs })
  const line = { ...makeOptions(1, 1), sheet: arrange(grid, defaultArrangement(grid)) }
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
    const below = images.find(({ job }) => job.id === String(index))?.rect
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
  const grid = makeGrid({ axes: [axis('Steps', 2), axis('Seed', 1), axis('Size', 3)], jobs: [] })
  const sheet = arrange(grid, defaultArrangement(grid))
  const base = {
    sheet,
    pages: [1],
    layer: 0,
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
