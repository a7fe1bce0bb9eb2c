import { expect, test } from 'vitest'
import type { GridJob } from '../../../../src-preload/contract/types/grid.ts'
import type { Place } from '../../../workers/SheetAsk.ts'
import { arrange, firstArrangement } from '../model/arrange.ts'
import { makeGrid, makeGridJob } from '../testing/makeGrid.ts'
import { fileNameOf } from './fileNameOf.ts'
import { LOOKS, planSheet } from './planSheet.ts'
import { fitSheet, sheetSize } from './sheetFrame.ts'

const picture = (id: string): GridJob['asset'] => ({
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
const box = { width: 1024, height: 768 }

function wish(
  columns: number,
  rows: number,
  { side = 384, jobs = [] as GridJob[], caption = 'Caption' } = {},
) {
  const grid = makeGrid({ axes: [axis('Steps', columns), axis('Seed', rows)], jobs })
  const sheet = arrange(grid, firstArrangement(grid))
  return { sheet, pages: [0], layer: 0, box, side, look: LOOKS.light, caption }
}

const overlaps = (a: Place, b: Place): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('each saved picture has a place of its own inside the sheet, the rest of the cells say what they are', () => {
  const jobs = [
    makeGridJob({ id: 'a', at: [0, 0], state: 'saved', asset: picture('a') }),
    makeGridJob({ id: 'b', at: [1, 1], state: 'saved', asset: picture('b') }),
    makeGridJob({ id: 'c', at: [1, 0], state: 'failed' }),
  ]
  const { pictures, marks, width, height } = planSheet(wish(2, 2, { jobs }))
  expect(pictures.map(({ job }) => job.id)).toEqual(['a', 'b'])
  const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []))
  expect(texts).toEqual(
    expect.arrayContaining(['Caption', 'Failed', 'Not in this batch', '0', '1', 'Seed ↓']),
  )
  const cells = [...pictures, ...marks.filter(({ kind }) => kind === 'box')].map(({ place }) => place)
  expect(cells).toHaveLength(4)
  for (const [at, place] of cells.entries()) {
    expect([place.width, place.height]).toEqual([384, 288])
    expect(place.x + place.width).toBeLessThanOrEqual(width)
    expect(place.y + place.height).toBeLessThanOrEqual(height)
    for (const other of cells.slice(at + 1)) expect(overlaps(place, other)).toBe(false)
  }
})

test('what is larger than a canvas may be is scaled down to what just is not, and refused where nothing is', () => {
  expect(fitSheet(wish(3, 3))).toEqual({ side: 384, bands: 1 })
  const large = wish(12, 8, { side: 2048 })
  const side = fitSheet(large)?.side
  expect(side).toBeGreaterThan(512)
  expect(side).toBeLessThan(2048)
  const { width, height } = sheetSize({ ...large, side: side ?? 0 })
  expect(width * height).toBeLessThanOrEqual(80_000_000)
  const over = sheetSize({ ...large, side: (side ?? 0) + 2 })
  expect(
    Math.max(over.width / 16_384, over.height / 16_384, (over.width * over.height) / 80_000_000),
  ).toBeGreaterThan(0.99)
  expect(fitSheet(wish(1, 5000))).toBeNull()
})

test('a row too long for a canvas is broken into bands, each under its own headings, with a place for every cell', () => {
  const jobs = Array.from({ length: 2000 }, (_, at) =>
    makeGridJob({ id: `${at}`, at: [at], state: 'saved', asset: picture(`${at}`) }),
  )
  const grid = makeGrid({ axes: [axis('Seed', 2000)], jobs })
  const line = { ...wish(1, 1), sheet: arrange(grid, firstArrangement(grid)) }
  const fit = fitSheet(line)
  expect(fit?.bands).toBeGreaterThan(1)
  expect(fit?.side).toBeGreaterThan(100)
  const { pictures, marks, width, height } = planSheet({ ...line, ...fit })
  expect(width * height).toBeLessThanOrEqual(80_000_000)
  expect(new Set(pictures.map(({ place }) => `${place.x} ${place.y}`)).size).toBe(2000)
  for (const { place } of pictures) {
    expect(place.x + place.width).toBeLessThanOrEqual(width)
    expect(place.y + place.height).toBeLessThanOrEqual(height)
  }
  const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []))
  for (const at of [0, 777, 1999]) {
    const head = texts.find(({ text }) => text === String(at))?.place
    const below = pictures.find(({ job }) => job.id === String(at))?.place
    expect(head?.x).toBeCloseTo(below?.x ?? -1, -1)
    expect((head?.y ?? 0) + (head?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  }
  expect(texts.filter(({ text }) => text === 'Seed →')).toHaveLength(fit?.bands ?? 0)
})

test('thousands of cells fit into one picture with what each can still be told by', () => {
  for (const [columns, rows] of [
    [60, 50],
    [100, 100],
  ] as const)
    expect(fitSheet(wish(columns, rows))?.side).toBeGreaterThan(64)
})

test('pages lie one below the other under their names', () => {
  const grid = makeGrid({ axes: [axis('Steps', 2), axis('Seed', 1), axis('Size', 3)], jobs: [] })
  const sheet = arrange(grid, firstArrangement(grid))
  const one = { sheet, pages: [1], layer: 0, box, side: 128, look: LOOKS.dark, caption: '' }
  const text = (pages: number[]) =>
    planSheet({ ...one, pages }).marks.flatMap((mark) =>
      mark.kind === 'text' && mark.text.startsWith('Size') ? [[mark.text, mark.place.y] as const] : [],
    )
  expect(text([1]).map(([name]) => name)).toEqual(['Size 1'])
  const all = text([0, 1, 2])
  expect(all.map(([name]) => name)).toEqual(['Size 0', 'Size 1', 'Size 2'])
  expect(sheetSize({ ...one, pages: [0, 1, 2] }).height).toBeGreaterThan(2.5 * sheetSize(one).height)
})

test('a file is named after its batch, without what a file system refuses', () => {
  expect(fileNameOf('a/b: "c"?', 'png')).toBe('a b c.png')
  expect(fileNameOf('…///', 'jpg')).toBe('….jpg')
  expect(fileNameOf(' .. ', 'jpg')).toBe('Grid.jpg')
  expect(fileNameOf('x'.repeat(500), 'png')).toHaveLength(84)
})
