import { expect, onTestFinished, test, vi } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import { gridSchema } from '../../../../src-preload/contract/types/grid.ts'
import { JobStore } from '../store/JobStore.ts'
import { storedFile, preparedJob } from '../engine/testEngine.ts'
import { insertAsset } from '../../library/assets/assetRow.ts'
import { BatchTable } from './BatchTable.ts'
import { Grids } from './Grids.ts'
import { formsWithDefaults } from './testing.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

function setUp() {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  const table = new BatchTable(database)
  const store = new JobStore({ database, onUnreadableRow: () => {}, onChange: () => {} })
  const grids = new Grids({
    database,
    batches: table,
    drafts: {
      formOf: (_connection, _operation, slug) =>
        slug === 'test-model' ? formsWithDefaults({}).open(slug).form : null,
    },
    live: { progress: (id) => (id.startsWith('0') ? 40 : null), previewVersion: () => 0 },
  })
  const batch = (axes: Batch['axes'], id = 'b') =>
    table.insert(
      { id, name: 'Sweep', operation: 'txt2img', connectionId: 'c', axes, cap: null, createdAt: 1 },
      id,
    )
  const add = (id: string, at: number[], more: { replaces?: string; words?: Record<string, string> } = {}) =>
    store.insert({
      ...preparedJob,
      id,
      idempotencyKey: id,
      replaces: more.replaces ?? null,
      createdAt: 1,
      batch: 'b',
      model: { slug: 'test-model', name: 'Test model' },
      label: { words: { steps: String(at[0]), ...more.words }, at },
    })
  const save = (id: string) => {
    for (const state of ['sending', 'running', 'saving', 'saved'] as const) store.move(id, state)
    const about = {
      trashedAt: null,
      hasThumb: false,
      name: null,
      sourceId: null,
      starredAt: null,
      rating: 0,
      createdAt: 1,
    }
    insertAsset(
      database,
      { ...storedFile, ...about, id: `asset-${id}`, jobId: id, role: 'result' },
      `2026/01/${id}.png`,
    )
  }
  return { database, grids, batch, add, save, store }
}

test('returns labels of fields, values and models, and the position and result of each job', () => {
  const { grids, batch, add, save } = setUp()
  batch([
    { field: 'steps', values: [4, 8] },
    { field: 'model', values: ['test-model', 'gone'] },
  ])
  add('one', [0, 0], { words: { copy: '1' } })
  add('two', [1, 0])
  save('two')
  const grid = gridSchema.parse(grids.grid('b'))
  expect(grid.axes).toEqual([
    {
      field: 'steps',
      label: 'Steps',
      values: [
        { value: 4, label: null },
        { value: 8, label: null },
      ],
    },
    {
      field: 'model',
      label: null,
      values: [
        { value: 'test-model', label: 'Test model' },
        { value: 'gone', label: null },
      ],
    },
  ])
  expect(grid).toMatchObject({
    title: 'a prompt',
    jobs: [
      { id: 'one', coordinates: [0, 0], labels: { copy: '1' }, state: 'queued', asset: null },
      {
        id: 'two',
        coordinates: [1, 0],
        state: 'saved',
        asset: { id: 'asset-two', kind: 'image', hasThumb: false },
      },
    ],
  })
})

test('returns the label of the size for an axis of sizes, and whether a result has a thumbnail', () => {
  const { grids, batch, add, save, database } = setUp()
  batch([
    {
      field: 'size',
      values: [
        { width: 64, height: 64 },
        { width: 128, height: 64 },
      ],
    },
  ])
  for (const [column, id] of ['with', 'without'].entries()) {
    add(id, [column])
    save(id)
  }
  database.run("UPDATE assets SET has_thumb = 1 WHERE job_id = 'with'")
  const grid = gridSchema.parse(grids.grid('b'))
  expect(grid.axes).toMatchObject([{ field: 'size', label: 'Size' }])
  expect(grid.jobs).toMatchObject([{ asset: { hasThumb: true } }, { asset: { hasThumb: false } }])
})

test('puts a repeated job at the position of the one it replaces, even after several repeats', () => {
  const { grids, batch, add } = setUp()
  batch([{ field: 'steps', values: [4, 8] }])
  add('first', [0])
  add('other', [1])
  add('second', [0], { replaces: 'first' })
  add('third', [0], { replaces: 'second' })
  expect(grids.grid('b').jobs.map(({ id }) => id)).toEqual(['third', 'other'])
})

test('finds a grid only for jobs of a batch with axes, and throws for an unknown batch', () => {
  const { grids, batch, add, database } = setUp()
  batch([])
  add('plain', [])
  expect(grids.findBatch('plain')).toBeNull()
  database.run(`UPDATE batches SET axes = '[{"field":"steps","values":[4]}]'`)
  expect(grids.findBatch('plain')).toEqual({ id: 'b', name: 'Sweep' })
  expect(grids.findBatch('nobody')).toBeNull()
  expect(() => grids.grid('nobody')).toThrow(StudioError)
})

test('reads a grid of 3,000 jobs with as many statements as a grid of one job', () => {
  const { database, grids, batch, add, store } = setUp()
  const values = (count: number) => Array.from({ length: count }, (_, at) => at)
  batch([
    { field: 'seed', values: values(60) },
    { field: 'steps', values: values(50) },
  ])
  const statements = () => {
    const read = (['all', 'get', 'run'] as const).map((name) => vi.spyOn(database, name))
    const { jobs } = grids.grid('b')
    const count = read.flatMap(({ mock }) => mock.calls).length
    for (const one of read) one.mockRestore()
    return { jobs, count }
  }
  add('0 0', [0, 0])
  const single = statements()
  database.transaction(() => {
    for (const column of values(60))
      for (const row of values(50)) if (column + row > 0) add(`${column} ${row}`, [column, row])
    for (const column of values(60))
      for (const state of ['sending', 'running'] as const) store.move(`${column} 0`, state)
  })
  const { jobs, count } = statements()
  expect(jobs).toHaveLength(3000)
  expect(jobs[0]).toMatchObject({ id: '0 0', state: 'running', progress: 40 })
  expect(count).toBe(single.count)
  expect(count).toBeLessThan(10)
})
