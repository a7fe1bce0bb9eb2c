import { expect, test } from 'vitest'
import { makeTile } from '../../gallery/testing/makeTile.ts'
import { makeJob } from '../../queue/testing/makeJob.ts'
import { makeGrid, makeGridJob } from '../testing/makeGrid.ts'
import { mergeGrid } from './useGrid.ts'

const grid = makeGrid({
  id: 'b',
  jobs: [
    makeGridJob({ id: 'one', coordinates: [0] }),
    makeGridJob({ id: 'two', coordinates: [1], state: 'failed' }),
  ],
})

test('jobs of the grid are updated in place, and those of other batches are ignored', () => {
  const merged = mergeGrid(grid, [
    makeJob({ id: 'one', batch: 'b', state: 'running', progress: 40 }),
    makeJob({ id: 'x', batch: 'other' }),
  ])
  expect(merged.isIncomplete).toBe(false)
  expect(merged.grid.jobs[0]).toMatchObject({ id: 'one', coordinates: [0], state: 'running', progress: 40 })
  expect(merged.grid.jobs[1]).toBe(grid.jobs[1])
  expect(mergeGrid(grid, [makeJob({ id: 'x', batch: 'other' })]).grid).toBe(grid)
})

test('a retry replaces its job in any order of events', () => {
  const old = makeJob({ id: 'two', batch: 'b', state: 'closed' })
  const retry = makeJob({ id: 'new', batch: 'b', replaces: 'two' })
  for (const order of [
    [old, retry],
    [retry, old],
  ]) {
    const { grid: merged, isIncomplete } = mergeGrid(grid, order)
    expect(merged.jobs.map(({ id }) => id)).toEqual(['one', 'new'])
    expect(merged.jobs[1]).toMatchObject({ coordinates: [1], state: 'queued' })
    expect(isIncomplete).toBe(false)
  }
})

test('a job with an unknown position or a missing text requires a refetch', () => {
  expect(mergeGrid(grid, [makeJob({ id: 'unknown', batch: 'b' })]).isIncomplete).toBe(true)
  const text = makeTile({ id: 't', kind: 'text', role: 'result' })
  const { grid: merged, isIncomplete } = mergeGrid(grid, [
    makeJob({ id: 'one', batch: 'b', state: 'saved', assets: [text] }),
  ])
  expect(merged.jobs[0]?.asset?.id).toBe('t')
  expect(isIncomplete).toBe(true)
})
