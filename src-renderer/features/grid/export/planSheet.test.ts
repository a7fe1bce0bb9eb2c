import { expect, test } from 'vitest'
import type { GridJob } from '../../../../src-preload/contract/types/grid.ts'
import type { Place } from '../../../workers/SheetAsk.ts'
import { arrange, firstArrangement } from '../model/arrange.ts'
import { makeGrid, makeGridJob } from '../testing/makeGrid.ts'
import { fileNameOf } from './fileNameOf.ts'
import { fittingSide, LOOKS, planSheet, sheetSize } from './planSheet.ts'

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
  const texts = marks.flatMap((mark) => (mark.kind === 'text' ? [mark.words] : []))
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
  expect(fittingSide(wish(3, 3))).toBe(384)
  const large = wish(12, 8, { side: 2048 })
  const side = fittingSide(large)
  expect(side).toBeGreaterThan(512)
  expect(side).toBeLessThan(2048)
  const { width, height } = sheetSize({ ...large, side: side ?? 0 })
  expect(width * height).toBeLessThanOrEqual(80_000_000)
  const over = sheetSize({ ...large, side: (side ?? 0) + 2 })
  expect(
    Math.max(over.width / 16_384, over.height / 16_384, (over.width * over.height) / 80_000_000),
  ).toBeGreaterThan(0.99)
  expect(fittingSide(wish(5000, 1))).toBeNull()
})

test('pages lie one below the other under their names', () => {
  const grid = makeGrid({ axes: [axis('Steps', 2), axis('Seed', 1), axis('Size', 3)], jobs: [] })
  const sheet = arrange(grid, firstArrangement(grid))
  const one = { sheet, pages: [1], layer: 0, box, side: 128, look: LOOKS.dark, caption: '' }
  const words = (pages: number[]) =>
    planSheet({ ...one, pages }).marks.flatMap((mark) =>
      mark.kind === 'text' && mark.words.startsWith('Size') ? [[mark.words, mark.place.y] as const] : [],
    )
  expect(words([1]).map(([name]) => name)).toEqual(['Size 1'])
  const all = words([0, 1, 2])
  expect(all.map(([name]) => name)).toEqual(['Size 0', 'Size 1', 'Size 2'])
  expect(sheetSize({ ...one, pages: [0, 1, 2] }).height).toBeGreaterThan(2.5 * sheetSize(one).height)
})

test('a file is named after its batch, without what a file system refuses', () => {
  expect(fileNameOf('a/b: "c"?', 'png')).toBe('a b c.png')
  expect(fileNameOf('…///', 'jpg')).toBe('….jpg')
  expect(fileNameOf(' .. ', 'jpg')).toBe('Grid.jpg')
  expect(fileNameOf('x'.repeat(500), 'png')).toHaveLength(84)
})
