import { expect, test } from 'vitest'
import type { GridJob } from '../../../src-preload/contract/types/grid.ts'
import { toSheet } from './GridExportDialog.tsx'
import { arrange, defaultArrangement } from './core/arrange.ts'
import { makeGrid, makeGridAsset, makeGridJob } from './testing/makeGrid.ts'

const savedJob = (id: string, column: number, trashedAt: number | null = null): GridJob =>
  makeGridJob({ id, coordinates: [column], state: 'saved', asset: makeGridAsset(id, { trashedAt }) })

/** Ids of the results in a cell, or the text in place of a result. */
function cellContents(jobs: GridJob[], results: number | 'all') {
  const grid = makeGrid({ jobs })
  const sheet = toSheet(arrange(grid, defaultArrangement(grid)), results, 2)
  return [0, 1].map((column) => sheet.itemsAt(column, 0, 0).map(({ asset, text }) => asset?.id ?? text))
}

test('with all results, a cell has them in order of creation, and a text for each one without a file', () => {
  const jobs = [
    savedJob('a', 0),
    makeGridJob({ id: 'b', coordinates: [0] }),
    savedJob('c', 1, 5),
    savedJob('d', 1),
  ]
  expect(cellContents(jobs, 'all')).toEqual([
    ['a', 'Queued'],
    ['In trash', 'd'],
  ])
})

test('with one result, a cell has the chosen one, or its first one if it has fewer', () => {
  const jobs = [savedJob('a', 0), savedJob('b', 0), savedJob('c', 1)]
  expect(cellContents(jobs, 1)).toEqual([['b'], ['c']])
})

test('a cell without jobs says that it is not in the batch', () => {
  for (const results of [0, 'all'] as const)
    expect(cellContents([savedJob('a', 0)], results)).toEqual([['a'], ['Not in this batch']])
})
