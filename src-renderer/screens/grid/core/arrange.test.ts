import { expect, test } from 'vitest'
import { makeGrid, makeGridJob } from '../testing/makeGrid.ts'
import {
  arrange,
  defaultArrangement,
  positionText,
  swapColumnsAndRows,
  setPagesAxis,
  shortenHeadings,
} from './arrange.ts'

const axes = [
  { field: 'steps', label: 'Steps', values: [4, 8].map((value) => ({ value, label: null })) },
  { field: 'model', label: null, values: [{ value: 'slug', label: 'Example One' }] },
  {
    field: 'size',
    label: 'Size',
    values: [
      { value: { width: 64, height: 48 }, label: null },
      { value: true, label: null },
    ],
  },
]
const a = makeGridJob({ id: 'a', coordinates: [1, 0, 0] })
const b = makeGridJob({ id: 'b', coordinates: [1, 0, 0] })
const c = makeGridJob({ id: 'c', coordinates: [0, 0, 1] })
const grid = makeGrid({ axes, jobs: [a, b, c] })

test('the axes become columns, rows and pages, and a cell contains its jobs in order', () => {
  const sheet = arrange(grid, defaultArrangement(grid))
  expect([sheet.columns, sheet.rows, sheet.pages]).toMatchObject([
    { name: 'Steps', values: ['4', '8'] },
    { name: 'Model', values: ['Example One'] },
    { name: 'Size', values: ['64 × 48', 'On'] },
  ])
  expect(sheet.jobsAt(1, 0, 0)).toEqual([a, b])
  expect(sheet.jobsAt(0, 0, 1)).toEqual([c])
  expect(sheet.jobsAt(0, 0, 0)).toEqual([])
  expect(positionText(sheet, [1, 0, 0])).toBe('Steps 8 · Model Example One · Size 64 × 48')
})

test('swapping axes keeps each job under its headings', () => {
  const turned = arrange(grid, swapColumnsAndRows(defaultArrangement(grid)))
  expect(turned.rows.name).toBe('Steps')
  expect(turned.jobsAt(0, 1, 0)).toEqual([a, b])
  const paged = setPagesAxis(defaultArrangement(grid), 0)
  expect(paged).toEqual({ columns: 2, rows: 1, pages: 0 })
  expect(arrange(grid, paged).jobsAt(0, 0, 1)).toEqual([a, b])
  expect(setPagesAxis(paged, 0)).toBe(paged)
})

test('a single axis is a row, or a column if swapped', () => {
  const line = makeGrid({ axes: axes.slice(0, 1), jobs: [makeGridJob({ id: 'x', coordinates: [1] })] })
  const across = arrange(line, defaultArrangement(line))
  expect([across.columns.values.length, across.rows.values]).toEqual([2, ['']])
  expect(across.jobsAt(1, 0, 0)).toHaveLength(1)
  const down = arrange(line, swapColumnsAndRows(defaultArrangement(line)))
  expect(down.columns.values).toEqual([''])
  expect(down.jobsAt(0, 1, 0)).toHaveLength(1)
})

test('long prompts with the same beginning are shortened to what differs', () => {
  const painting = 'An extremely detailed oil painting of a lighthouse on a basalt cliff, '
  expect(
    shortenHeadings([
      `${painting}calm`,
      `${painting}wild`,
      'dunes',
      'A prompt that no other one begins like, long',
    ]),
  ).toEqual([
    'An extremely … calm',
    'An extremely … wild',
    'dunes',
    'A prompt that no other one begins like, long',
  ])
})

test('texts that are short, identical or different from the start are not shortened', () => {
  for (const values of [
    ['a fox at night', 'a fox at noon'],
    ['x'.repeat(300), 'x'.repeat(300)],
    ['Early words that differ are seen at once, here', 'Early birds that differ are seen at once, here'],
  ])
    expect(shortenHeadings(values)).toEqual(values)
})

test('text without spaces is shortened between characters', () => {
  const long =
    '嵐の中の灯台、油絵、暖かい光、とても細かい筆致で描かれた長い説明文が続きます。波しぶきと海鳥。𠮷'
  const [one, other] = shortenHeadings([`${long}朝`, `${long}夜`])
  expect(one).toMatch(/ … 朝$/)
  expect(other).toMatch(/ … 夜$/)
  expect(one?.length).toBeLessThan(30)
  expect(one?.isWellFormed()).toBe(true)
})
