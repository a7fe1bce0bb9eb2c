import { expect, it, onTestFinished } from 'vitest'
import { Catalogue } from '../../catalogue/Catalogue.ts'
import type { Database } from '../../storage/database/Database.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { queryInline } from '../../testing/queryInline.ts'
import { promptQueries, PromptHistory } from './PromptHistory.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

function setUp() {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  const clock = fakeClock()
  const open = () =>
    new PromptHistory({
      database,
      catalogue: new Catalogue(),
      query: queryInline(database, promptQueries),
      clock,
      log: memoryLog(),
    })
  const history = open()
  const use = (prompt: string, operation = 'txt2img') => history.record(operation, { prompt })
  const page = (more: Partial<Parameters<PromptHistory['list']>[0]> = {}) =>
    history.list({ operation: 'txt2img', field: 'prompt', search: '', before: null, limit: 10, ...more })
  const texts = async (more: Parameters<typeof page>[0] = {}) =>
    (await page(more)).prompts.map(({ text }) => text)
  return { database, clock, open, history, use, page, texts }
}

/** Inserts jobs of an earlier version, oldest first. */
function addJobs(database: Database, jobs: readonly { values: string; batch?: string }[]) {
  for (const [index, { values, batch = null }] of jobs.entries()) {
    if (batch !== null)
      database.run(
        `INSERT OR IGNORE INTO batches (id, idempotency_key, name, state, connection_id, operation, axes, created_at)
           VALUES (?1, ?1, 'B', 'running', 'c', 'txt2img', '[]', 1)`,
        batch,
      )
    database.run(
      `INSERT INTO jobs (id, idempotency_key, batch_id, connection_id, connection_name, operation, model_slug, model_name, title,
         form_values, request, state, created_at) VALUES (?1, ?1, ?2, 'c', 'C', 'txt2img', 's', 'M', 't', ?3, '{}', 'saved', ?4)`,
      `job ${index}`,
      batch,
      values,
      index,
    )
  }
  database.run("INSERT INTO library_marks SELECT 'prompts_below', max(seq) + 1 FROM jobs")
}

it('lists each prompt once, the most recently used first', async () => {
  const { use, texts } = setUp()
  for (const prompt of ['a boat', 'a fox', '  a boat\n']) use(prompt)
  expect(await texts()).toEqual(['a boat', 'a fox'])
})

it('shares prompts between images and videos but not with music or other fields, and leaves out special values', async () => {
  const { history, use, texts } = setUp()
  use('a boat')
  use('slow waves', 'txt2video')
  history.record('txt2music', { prompt: 'piano', lyrics: '[Instrumental]' })
  history.record('txt2img', { prompt: ' ', negative_prompt: 'blur', steps: 4, size: 'small' })
  expect(await texts({ operation: 'txt2video' })).toEqual(['slow waves', 'a boat'])
  expect(await texts({ operation: 'txt2music' })).toEqual(['piano'])
  expect(await texts({ operation: 'txt2music', field: 'lyrics' })).toEqual([])
  expect(await texts({ field: 'negative_prompt' })).toEqual(['blur'])
  expect(await texts({ field: 'steps' })).toEqual([])
})

it('lists prompts in pages, and finds those of a field by the beginnings of their words', async () => {
  const { history, use, page, texts } = setUp()
  for (let n = 0; n < 7; n++) use(`fog over harbour ${n}`)
  history.record('txt2img', { negative_prompt: 'fog' })
  const first = await page({ search: 'harb fog', limit: 4 })
  expect(first.prompts.map(({ text }) => text.at(-1))).toEqual(['6', '5', '4', '3'])
  expect(await texts({ search: 'harb fog', limit: 4, before: first.next })).toHaveLength(3)
  // Neither the index's own column `kind` nor its query syntax can be searched.
  expect(await texts({ search: 'imageprompt' })).toEqual([])
  expect(await texts({ search: '"kind : fog' })).toEqual([])
})

it('lists a removed prompt again only after it was used again', async () => {
  const { history, use, page, texts } = setUp()
  use('a boat')
  use('a fox')
  history.remove((await page()).prompts[0]?.id ?? 0)
  expect([await texts(), await texts({ search: 'fox' })]).toEqual([['a boat'], []])
  use('a fox')
  expect([await texts(), await texts({ search: 'fox' })]).toEqual([['a fox', 'a boat'], ['a fox']])
})

it('reads the readable prompts of an existing library’s jobs, one per batch, after newer ones', async () => {
  const { database, history, use, texts } = setUp()
  addJobs(database, [
    { values: '{"prompt":"oldest"}' },
    { values: '{"prompt":' },
    { values: '{"prompt":"of a batch"}', batch: 'b' },
    { values: '{"prompt":"of a batch too"}', batch: 'b' },
    { values: '{"prompt":"a boat"}' },
    { values: '{"prompt":"newer"}' },
  ])
  use('a boat')
  await history.readOlderJobs()
  const found = await texts()
  expect(found.toSpliced(2, 1)).toEqual(['a boat', 'newer', 'oldest'])
  expect(found[2]).toMatch(/^of a batch/)
})

it('continues reading an existing library where the last session stopped', async () => {
  const { database, open, texts } = setUp()
  addJobs(
    database,
    Array.from({ length: 60 }, (_, n) => ({ values: JSON.stringify({ prompt: `boat ${n}` }) })),
  )
  const closed = open()
  const reading = closed.readOlderJobs()
  closed.close()
  await reading
  // The first slice of jobs.
  expect(await texts({ limit: 100 })).toHaveLength(25)
  await open().readOlderJobs()
  expect(await texts({ limit: 100 })).toEqual(Array.from({ length: 60 }, (_, n) => `boat ${59 - n}`))
})
