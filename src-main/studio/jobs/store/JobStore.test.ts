import { beforeEach, expect, test } from 'vitest'
import { JOB_STATES, type JobState } from '../../../../src-preload/contract/types/job.ts'
import { Database, type Row } from '../../storage/database/Database.ts'
import { nextStates } from './JobRecord.ts'
import type { NewJob } from './newJobs.ts'
import { collectionScope, operationScope, type SendScope } from './SendScope.ts'
import { JobStore } from './JobStore.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

const newJob = (id: string): NewJob => ({
  id,
  idempotencyKey: `click-${id}`,
  replaces: null,
  connection: { id: 'c', name: 'Connection' },
  operation: 'txt2img',
  model: { slug: 'm', name: 'Model' },
  title: 'a prompt',
  values: { prompt: 'a prompt' },
  request: { path: 'txt2img', encoding: 'json', text: '{}' },
  price: 1,
  quotedAt: 1,
  seed: 7,
  width: 64,
  height: 64,
  createdAt: 1,
})

let database: Database
let store: JobStore
let bad: Row[]

beforeEach(() => {
  database = migratedDatabase()
  bad = []
  store = new JobStore({ database, onUnreadableRow: (row) => bad.push(row), onChange: () => {} })
})

test('a job changes state only as the state machine allows, and never leaves a final state', () => {
  for (const from of JOB_STATES) {
    for (const to of JOB_STATES) {
      const id = `${from}-${to}`
      store.insert(newJob(id))
      database.run('UPDATE jobs SET state = ? WHERE id = ?', from, id)
      const moved = store.move(id, to)
      expect(moved, `${from} → ${to}`).toBe(nextStates[from].includes(to))
      expect(store.find(id)?.state).toBe(moved ? to : from)
    }
  }
})

test('a job is read back with everything that was enqueued, and without the times of later steps', () => {
  const written = { ...newJob('a'), createdAt: 5 }
  store.insert(written)
  const open = { requestId: null, sentAt: null, acceptedAt: null, doneAt: null, finishedAt: null }
  expect(store.find('a')).toMatchObject({ ...written, ...open, state: 'queued', attempts: 0 })
})

test('only one of two claims of the same job succeeds', () => {
  store.insert(newJob('a'))
  expect([store.move('a', 'sending'), store.move('a', 'sending')]).toEqual([true, false])
})

test('the same idempotency key cannot be written twice', () => {
  store.insert(newJob('a'))
  expect(() => store.insert({ ...newJob('b'), idempotencyKey: 'click-a' })).toThrow(/UNIQUE/)
})

test('a row that does not parse is reported and never offered for sending', () => {
  store.insert(newJob('a'))
  store.insert(newJob('b'))
  database.run("UPDATE jobs SET request = 'not json' WHERE id = 'a'")
  expect(store.nextQueued(1, [], [])?.id).toBe('b')
  expect(bad).toHaveLength(1)
  expect(store.find('a')).toBeNull()
  expect(store.inStates(['queued']).map(({ id }) => id)).toEqual(['b'])
  expect(store.page(null, null, 10).map(({ id }) => id)).toEqual(['b'])
  expect(bad, 'reported once').toHaveLength(1)
})

test.each(['problem', 'result', 'row_label'])('a damaged %s of an unsent job counts as empty', (column) => {
  store.insert(newJob('a'))
  database.run(`UPDATE jobs SET ${column} = '{' WHERE id = 'a'`)
  expect(store.nextQueued(1, [], [])?.id).toBe('a')
  expect(bad).toEqual([])
})

test.each(['problem', 'result', 'row_label', 'form_values', 'request'])(
  'a job with a request id and a damaged %s is still polled and shown',
  (column) => {
    store.insert(newJob('a'))
    store.move('a', 'sending')
    store.move('a', 'running', { requestId: 'r' })
    database.run(`UPDATE jobs SET ${column} = '{"half' WHERE id = 'a'`)
    expect(store.inStates(['running'])).toMatchObject([{ id: 'a', requestId: 'r', state: 'running' }])
    expect(store.page(null, null, 10)).toHaveLength(1)
    expect(store.move('a', 'saving')).toBe(true)
    expect(bad).toEqual([])
  },
)

test('pages go from newest to oldest without gaps or repeats', () => {
  for (let n = 0; n < 7; n++) store.insert(newJob(`${n}`))
  const first = store.page(null, null, 3)
  const second = store.page(null, first.at(-1)?.seq ?? 0, 10)
  expect([...first, ...second].map(({ id }) => id)).toEqual(['6', '5', '4', '3', '2', '1', '0'])
})

test('sending leaves out connections and jobs that wait', () => {
  for (const id of ['a', 'b', 'c']) store.insert(newJob(id))
  store.update('a', 'queued', { waitsUntil: 100 })
  const at = (now: number, held: SendScope[] = [], inFlight: string[] = []) =>
    store.nextQueued(now, held, inFlight)?.id
  expect(at(50)).toBe('b')
  expect(at(50, [], ['b'])).toBe('c')
  expect(at(100)).toBe('a')
  expect(at(50, [operationScope('c', 'txt2img')])).toBeUndefined()
  expect(store.nextWaitEnds()).toBe(100)
})

test('jobs of other collections are sent although any number of jobs of held collections come before them', () => {
  const enqueue = (id: string, more: Partial<NewJob>) => store.insert({ ...newJob(id), ...more })
  for (const id of ['full', 'free'])
    database.run('INSERT INTO collections (id, name, name_key, created_at) VALUES (?1, ?1, ?1, 1)', id)
  for (let n = 0; n < 30; n++) enqueue(`full ${n}`, { collection: 'full' })
  enqueue('free', { collection: 'free' })
  enqueue('alone', {})
  enqueue('batch', { priority: 1 })
  const order = (stopped: SendScope[], inFlight: string[] = []): string[] => {
    const id = store.nextQueued(1, stopped, inFlight)?.id
    return id === undefined ? [] : [id, ...order(stopped, [...inFlight, id])]
  }
  expect(order([collectionScope('full')])).toEqual(['free', 'alone', 'batch'])
  expect(order([collectionScope('full'), collectionScope('free')])).toEqual(['alone', 'batch'])
  expect(order([])).toHaveLength(33)
  database.run("UPDATE jobs SET waits_until = 50 WHERE id = 'free'")
  expect(order([collectionScope('full')])).toEqual(['alone', 'batch'])
})

test('pages of states are merged newest first, without retried jobs', () => {
  const states = ['failed', 'saved', 'rejected', 'saved', 'failed', 'running'] as const
  for (const [n, state] of states.entries()) {
    store.insert({ ...newJob(`${n}`), replaces: n === 3 ? '2' : null })
    database.run('UPDATE jobs SET state = ? WHERE id = ?', state, `${n}`)
  }
  const ids = (wanted: JobState[], before: number | null = null, limit = 10) =>
    store.page(wanted, before, limit).map(({ id }) => id)
  expect(ids(['failed', 'saved', 'rejected'])).toEqual(['4', '3', '1', '0'])
  expect(ids(['failed', 'saved'], null, 2)).toEqual(['4', '3'])
  expect(ids(['failed', 'saved'], store.find('3')?.seq, 2)).toEqual(['1', '0'])
})

test.each<[JobState[], number]>([
  [['queued'], 2],
  [['saved'], 0],
])('counts jobs in %s', (states, count) => {
  store.insert(newJob('a'))
  store.insert(newJob('b'))
  expect(store.countIn(states)).toBe(count)
})

test('the typed fields of a problem that an earlier version stored as parameters are read', () => {
  store.insert(newJob('a'))
  const write = (problem: object) =>
    database.run("UPDATE jobs SET problem = ? WHERE id = 'a'", JSON.stringify(problem))
  const unreachable = { code: 'service_unreachable', money: 'charged' } as const
  write({ ...unreachable, params: { host: 'results.example', since: 5 } })
  expect(store.find('a')?.problem).toMatchObject({
    ...unreachable,
    resultHost: { host: 'results.example', since: 5 },
  })
  const failed = { code: 'job_failed', money: 'charged' } as const
  write({ ...failed, params: { code: 'NSFW', retryable: 'no' } })
  expect(store.find('a')?.problem).toMatchObject({ ...failed, isPermanent: true })
})
