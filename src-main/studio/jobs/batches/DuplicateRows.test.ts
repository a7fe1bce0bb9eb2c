import { expect, test } from 'vitest'
import type { Plan } from '../../../../src-preload/contract/types/batch.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { createBatchWorld } from '../../testing/worlds/createBatchWorld.ts'
import { DuplicateRows } from './DuplicateRows.ts'
import { plainPlan } from './testing.ts'
import { preparedJob } from '../engine/testEngine.ts'

const preview = (plan: Partial<Plan>, values: Values = { prompt: 'a kite' }, world = createBatchWorld()) =>
  world.batches.preview({
    operation: 'txt2img',
    model: 'test-model',
    values,
    plan: { ...plainPlan, seeds: 'shared', ...plan },
  })
const repeatedRows = async (plan: Partial<Plan>, values?: Values) =>
  (await preview(plan, values)).already?.in_batch
const table = (text: string, columns: Record<string, string>) => ({ text, format: 'csv' as const, columns })

test.each<[what: string, plan: Partial<Plan>, values: Values, repeated: number[]]>([
  ['values of an axis', { axes: [{ field: 'steps', values: [4, 8, 8, 8] }] }, { prompt: 'a kite' }, [2, 3]],
  [
    'rows of a table',
    { table: table('prompt\na red kite\na blue kite\na red kite', { prompt: 'prompt' }) },
    {},
    [2],
  ],
  [
    'numbers of a table that are written differently',
    { table: table('steps\n8\n8.0\n08\n9', { steps: 'steps' }) },
    { prompt: 'a kite' },
    [1, 2],
  ],
  [
    'the default and the same number in a table',
    { table: table('prompt,steps\na kite,\na kite,4', { prompt: 'prompt', steps: 'steps' }) },
    {},
    [1],
  ],
  ['equal options', { variants: true }, { prompt: 'a {red|blue|red} kite' }, [2]],
  ['options that differ only in how they are nested', {}, { prompt: '{a {red|blue} kite|a red kite}' }, [2]],
  ['lines of a list', { wildcards: { animal: ['fox', 'owl', 'fox '] } }, { prompt: 'a __animal__' }, [2]],
  [
    'copies with a seed of the table',
    { count: 2, table: table('seed\n7\n8', { seed: 'seed' }) },
    { prompt: 'a' },
    [1, 3],
  ],
])('marks later rows that repeat an earlier one: %s', async (_, plan, values, repeated) => {
  expect(await repeatedRows(plan, values)).toEqual(repeated)
})

test('copies with new seeds repeat nothing', async () => {
  for (const seeds of ['shared', 'new'] as const)
    expect(await repeatedRows({ count: 4, seeds }, { prompt: 'a kite', seed: 7 })).toEqual([])
  expect(await repeatedRows({ seeds: 'new', table: table('prompt\na\na', { prompt: 'prompt' }) })).toEqual([])
})

test('a row names the first one that it repeats, and a stored job goes before an earlier row', async () => {
  const world = createBatchWorld()
  const plan = { axes: [{ field: 'steps', values: [4, 8, 4, 8] }] }
  const values = { prompt: 'a kite', seed: 7 }
  const shown = await preview(plan, values, world)
  expect(shown.rows.map(({ already, sameAs }) => [already, sameAs])).toEqual([
    [null, null],
    [null, null],
    ['in_batch', 0],
    ['in_batch', 1],
  ])
  const terms = { name: 'Night', unpriced: false, cap: null, collection: null, idempotencyKey: 'click' }
  world.batches.enqueue({ ...terms, preview: shown.id, skip: [0, 2, 3], total: 10 })
  expect((await preview(plan, values, world)).already).toEqual({
    completed: [],
    in_progress: [1, 3],
    uncertain: [],
    in_batch: [2],
  })
})

test('another click that enqueued a skipped first row is noticed at the row that repeats it', async () => {
  const world = createBatchWorld()
  const plan = { axes: [{ field: 'steps', values: [8, 8] }] }
  const values = { prompt: 'a kite', seed: 7 }
  const mine = await preview(plan, values, world)
  const theirs = await preview({}, { ...values, steps: 8 }, world)
  const terms = { name: 'Night', unpriced: false, cap: null, collection: null }
  world.batches.enqueue({ ...terms, preview: theirs.id, idempotencyKey: 'theirs', skip: [], total: 10 })
  const enqueueMine = () =>
    world.batches.enqueue({ ...terms, preview: mine.id, idempotencyKey: 'mine', skip: [0], total: 10 })
  expect(enqueueMine).toThrow('batch_repeated')
})

test('compares requests whose files have no hash by the files themselves', () => {
  const duplicates = new DuplicateRows({
    store: { findIdenticalJob: () => null, hashRequest: () => null },
    library: { hasFile: () => true },
  })
  const withFile = (assetId: string) => ({ ...preparedJob, inputs: [{ field: 'image', assetId }] })
  const added = ['one', 'two', 'one'].map((asset, index) => duplicates.add(index, withFile(asset)).sameAs)
  expect(added).toEqual([null, null, 0])
  expect(duplicates.add(3, null)).toEqual({ already: null, sameAs: null })
})
