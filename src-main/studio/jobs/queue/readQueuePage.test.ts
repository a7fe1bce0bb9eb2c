import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { QueueFilter } from '../../../../src-preload/contract/types/queue.ts'
import type { Database } from '../../storage/database/Database.ts'
import { runAllSlices } from '../../storage/workers/QueryTable.ts'
import { preparedJob } from '../engine/testEngine.ts'
import { JobStore } from '../store/JobStore.ts'
import { readQueuePage } from './readQueuePage.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

let database: Database
let store: JobStore

beforeEach(() => {
  database = migratedDatabase()
  store = new JobStore({ database, onUnreadableRow: () => {}, onChange: () => {} })
  onTestFinished(() => database.close())
})

const add = (id: string, more: Partial<Parameters<JobStore['insert']>[0]> = {}): void => {
  const click = { idempotencyKey: id, replaces: null, createdAt: 1 }
  store.insert({ ...preparedJob, ...click, id, title: id, ...more })
}

const addBatch = (id: string): void => {
  database.run(
    `INSERT INTO batches (id, idempotency_key, name, state, connection_id, operation, axes, created_at)
       VALUES (?1, ?1, ?1, 'running', 'c', 'txt2img', '[]', 1)`,
    id,
  )
}

const page = (filter: QueueFilter, limit = 100, cursor: string | null = null) =>
  runAllSlices(readQueuePage(database, { filter, limit, cursor }))

test('unsent jobs come first, in the order of sending, and then the others, newest first', () => {
  addBatch('night')
  for (const id of ['ran first', 'ran last']) add(id)
  for (const id of ['ran first', 'ran last']) {
    store.move(id, 'sending')
    store.move(id, 'running', { requestId: id })
  }
  add('of a batch', { batch: 'night', priority: 1 })
  add('single')
  expect(page({}).ids).toEqual(['single', 'of a batch', 'ran last', 'ran first'])
})

test('pages of any size join without gaps or repeats and count all jobs', () => {
  addBatch('night')
  for (let n = 0; n < 5; n++) add(`ran ${n}`)
  for (let n = 0; n < 5; n++) store.move(`ran ${n}`, 'sending')
  for (let n = 0; n < 4; n++) add(`batch ${n}`, { batch: 'night', priority: 1 })
  for (let n = 0; n < 3; n++) add(`single ${n}`)
  const all = page({})
  expect(all).toMatchObject({ next: null, total: 12 })
  expect(all.ids).toHaveLength(12)
  for (const limit of [1, 2, 3, 4, 7, 11]) {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const part = page({}, limit, cursor)
      expect(part.total).toBe(12)
      ids.push(...part.ids)
      cursor = part.next
    } while (cursor !== null)
    expect(ids, `in pages of ${limit}`).toEqual(all.ids)
  }
})

test.each([
  ['blue', ['A Blue boat']],
  ['  blue ', ['A Blue boat']],
  ['100%', ['100% cotton']],
  ['a_b', ['a_b']],
  ['c:\\', ['c:\\temp']],
  ['', ['c:\\temp', 'a_b', 'aXb', '1000 cottons', '100% cotton', 'A Blue boat']],
])('a search for "%s" finds the titles that contain it literally', (search, titles) => {
  for (const title of ['A Blue boat', '100% cotton', '1000 cottons', 'aXb', 'a_b', 'c:\\temp']) {
    add(title)
    store.move(title, 'sending')
    store.move(title, 'running', { requestId: title })
  }
  expect(page({ search, states: ['running'] })).toEqual({ ids: titles, next: null, total: titles.length })
})

test('a filter selects jobs by state, of one batch, or without a batch', () => {
  addBatch('night')
  add('single')
  add('row', { batch: 'night', priority: 1 })
  add('sent row', { batch: 'night', priority: 1 })
  store.move('sent row', 'sending')
  expect(page({ batch: 'night' })).toMatchObject({ ids: ['row', 'sent row'], total: 2 })
  expect(page({ batch: null })).toMatchObject({ ids: ['single'], total: 1 })
  expect(page({ states: ['sending'] })).toMatchObject({ ids: ['sent row'], total: 1 })
  expect(page({ states: ['saved'] })).toMatchObject({ ids: [], total: 0 })
})

test('a failed job that a retry replaced is left out', () => {
  add('failed')
  store.move('failed', 'sending')
  store.move('failed', 'rejected', { finishedAt: 1 })
  const failed: QueueFilter = { states: ['rejected', 'queued'] }
  expect(page(failed)).toMatchObject({ ids: ['failed'], total: 1 })
  add('retry', { replaces: 'failed' })
  expect(page(failed)).toMatchObject({ ids: ['retry'], total: 1 })
})
