import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Ledger } from '../../money/spend/Ledger.ts'
import { SpendSums } from '../../money/spend/SpendSums.ts'
import { columnsOf, namesOf } from '../../storage/database/columns.ts'
import type { StudioDatabase } from '../../storage/openStudioDatabase.ts'
import { databaseWorld, takeBackup } from '../../testing/worlds/databaseWorld.ts'
import { AcceptedJobs } from './AcceptedJobs.ts'
import { optionalColumns, requiredColumns } from './JobRecord.ts'
import { JobStore } from './JobStore.ts'
import { preparedJob } from '../engine/testEngine.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

const HOUR = 3_600_000
// The tests use real files, which are slow on a busy disk.
vi.setConfig({ testTimeout: 60_000 })

function setUp() {
  const world = databaseWorld()
  const { clock, log } = world
  /** The parts of a studio that write and recover jobs. */
  const partsOf = (opened: StudioDatabase) => {
    const { database, journal } = opened
    const ledger = new Ledger({ database, clock })
    const record = ledger.record.bind(ledger)
    const accepted = new AcceptedJobs({ database, journal, ledger, clock, log })
    const onAccepted = accepted.recordAccepted.bind(accepted)
    const store = new JobStore({ database, onUnreadableRow: () => {}, onChange: () => {}, onAccepted })
    const enqueue = (id: string, more = {}) =>
      database.transaction(() => {
        store.insert({
          ...preparedJob,
          id,
          idempotencyKey: `click ${id}`,
          replaces: null,
          createdAt: clock.now(),
          ...more,
        })
        record(id, 'quoted', preparedJob.price ?? 0)
      })
    const send = (id: string) => store.move(id, 'sending', { sentAt: clock.now(), attempts: 1 })
    const accept = (id: string, requestId = `request ${id}`) =>
      database.transaction(() => {
        if (!store.move(id, 'running', { requestId, acceptedAt: clock.now(), problem: null })) return
        record(id, 'accepted', preparedJob.price ?? 0)
      })
    const sums = () => new SpendSums(database)
    return { opened, database, accepted, store, record, enqueue, send, accept, sums }
  }
  const start = () => partsOf(world.open())
  /** Ends the session, damages the database and starts another session. */
  const damage = async (last: ReturnType<typeof start>) => {
    await last.opened.close().catch(() => {})
    writeFileSync(world.file, 'no longer a database '.repeat(500))
    return start()
  }
  /** As `damage`, and recovers the jobs. */
  const restore = async (last: ReturnType<typeof start>) => {
    const next = await damage(last)
    next.accepted.recover()
    return next
  }
  return { ...world, start, damage, restore }
}

test('a job that was enqueued and accepted after the backup is running again after a restore, with all its parameters', async () => {
  const { start, restore, clock } = setUp()
  const first = start()
  first.enqueue('old')
  first.send('old')
  first.accept('old')
  await takeBackup(first.opened, clock)
  first.enqueue('new', { title: 'newer', inputs: [{ field: 'image', assetId: 'asset' }] })
  first.send('new')
  first.accept('new')
  const wanted = { ...first.store.find('new'), seq: expect.any(Number), rank: expect.any(Number) }

  const { store, sums, database, accepted } = await restore(first)
  expect(store.find('new')).toEqual(wanted)
  expect(store.inputsOf('new')).toEqual([{ field: 'image', assetId: 'asset' }])
  expect(store.inStates(['running']).map(({ id }) => id)).toEqual(['old', 'new'])
  const price = preparedJob.price ?? 0
  expect([sums().used({ kind: 'all' }), sums().unsent({ kind: 'all' })]).toEqual([2 * price, 0])
  accepted.recover()
  expect(database.get("SELECT count(*) AS n FROM ledger WHERE entry = 'accepted'")).toEqual({ n: 2 })
})

test('a journal entry with the earlier names of columns is recovered', async () => {
  const { start, restore, clock } = setUp()
  const first = start()
  first.enqueue('a')
  await takeBackup(first.opened, clock)
  first.enqueue('b')
  first.send('b')
  const row = first.database.get("SELECT * FROM jobs WHERE id = 'b'")
  const { idempotency_key: press, priority: lane, ...job } = row ?? {}
  first.opened.journal.append(
    JSON.stringify({ request: 'r', at: 1, job: { ...job, press, lane }, inputs: [] }),
  )

  const { store } = await restore(first)
  expect(store.find('b')).toMatchObject({ state: 'running', requestId: 'r', idempotencyKey: 'click b' })
})

test('a job that was queued or being sent at the time of the backup, and accepted later, is running and not uncertain', async () => {
  const { start, restore, clock } = setUp()
  const first = start()
  for (const id of ['waiting', 'leaving', 'unsent']) first.enqueue(id)
  first.send('leaving')
  await takeBackup(first.opened, clock)
  first.send('waiting')
  for (const id of ['waiting', 'leaving']) first.accept(id)

  const { store, sums } = await restore(first)
  expect(store.find('waiting')).toMatchObject({
    state: 'running',
    requestId: 'request waiting',
    problem: null,
  })
  expect(store.find('leaving')).toMatchObject({ state: 'running', requestId: 'request leaving' })
  expect(store.find('unsent'), 'the journal has no entry for it').toMatchObject({ state: 'uncertain' })
  expect(sums().used({ kind: 'all' })).toBe(3 * (preparedJob.price ?? 0))
})

test('a job that is saved in the backup stays saved, and a request id that the user entered later is polled', async () => {
  const { start, restore, clock } = setUp()
  const first = start()
  for (const id of ['saved', 'renamed']) first.enqueue(id)
  for (const id of ['saved', 'renamed']) first.send(id)
  first.accept('saved')
  first.store.move('saved', 'saving')
  first.store.move('saved', 'saved')
  await takeBackup(first.opened, clock)
  first.accept('renamed', 'first')
  first.store.move('renamed', 'vanished')
  first.store.move('renamed', 'running', { requestId: 'second' })

  const { store } = await restore(first)
  expect(store.find('saved')?.state).toBe('saved')
  expect(store.find('renamed')).toMatchObject({ state: 'running', requestId: 'second' })
})

test('without a database or backup, every accepted job is restored, even after a crash before the recovery', async () => {
  const { start, file, open } = setUp()
  const first = start()
  for (const id of ['a', 'b']) {
    first.enqueue(id)
    first.send(id)
    first.accept(id)
  }
  await first.opened.close()
  rmSync(file)
  const fresh = open()
  expect(fresh.notices).toMatchObject([{ code: 'database_damaged' }])
  await fresh.close()
  const next = start()
  next.accepted.recover()
  expect(next.store.inStates(['running']).map(({ requestId }) => requestId)).toEqual([
    'request a',
    'request b',
  ])
})

test('without a database every job of a journal of many megabytes is restored', () => {
  const { start, clock, log } = setUp()
  const first = start()
  const request = { path: 'txt2img', encoding: 'json', text: 'x'.repeat(240 << 10) } as const
  const ids = Array.from({ length: 25 }, (_, n) => `job ${n}`)
  for (const id of ids) {
    first.enqueue(id, { request })
    first.accepted.recordAccepted(id, `request ${id}`)
  }
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  const { journal } = first.opened
  const ledger = new Ledger({ database, clock })
  new AcceptedJobs({ database, journal, ledger, clock, log }).recover()
  const store = new JobStore({ database, onUnreadableRow: () => {}, onChange: () => {} })
  expect(store.inStates(['running']).map(({ id }) => id)).toEqual(ids)
})

test('a crash between the response and the write of its row leaves a running job, not an uncertain one', async () => {
  const { start } = setUp()
  const first = start()
  first.enqueue('a')
  first.send('a')
  first.accepted.recordAccepted('a', 'request a')
  await first.opened.close()
  const next = start()
  next.accepted.recover()
  expect(next.store.find('a')).toMatchObject({ state: 'running', requestId: 'request a' })
  expect(next.sums().used({ kind: 'all' })).toBe(preparedJob.price)
})

test('accepted jobs are restored by a second recovery after the commit of the first one failed', async () => {
  const { start, damage, clock } = setUp()
  const first = start()
  first.enqueue('old')
  await takeBackup(first.opened, clock)
  first.enqueue('new')
  for (const id of ['old', 'new']) {
    first.send(id)
    first.accept(id)
  }
  const { accepted, database, store } = await damage(first)
  // A constraint that is checked by the commit makes it fail, as a full disk does.
  database.exec(`CREATE TABLE unknown_jobs (id TEXT REFERENCES jobs(id) DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER fail_commit AFTER INSERT ON ledger BEGIN INSERT INTO unknown_jobs VALUES ('unknown'); END`)
  expect(() => accepted.recover()).toThrow('constraint')
  database.exec('DROP TRIGGER fail_commit')
  accepted.recover()
  expect(store.inStates(['running']).map(({ requestId }) => requestId)).toEqual([
    'request old',
    'request new',
  ])
})

test('an accepted job is recorded once, however often the write of its row is retried', () => {
  const { start } = setUp()
  const { enqueue, accepted, opened } = start()
  enqueue('a')
  for (let n = 0; n < 3; n++) accepted.recordAccepted('a', 'request a')
  expect([...opened.journal.lines()]).toHaveLength(1)
})

test('the journal has every column that a job is created with', () => {
  const { start } = setUp()
  const { enqueue, accepted, opened } = start()
  enqueue('a')
  accepted.recordAccepted('a', 'request a')
  const { job } = JSON.parse([...opened.journal.lines()][0] ?? '')
  const created = [...columnsOf(requiredColumns), ...columnsOf(optionalColumns)]
  expect(Object.keys(job)).toEqual(expect.arrayContaining(namesOf(created)))
})

test('a job whose request is too long for the journal is restored, and a job is stored even if the journal cannot be written', async () => {
  const { start, restore, clock, log, dataFolder } = setUp()
  const first = start()
  await takeBackup(first.opened, clock)
  const request = { path: 'txt2img', encoding: 'json', text: 'x'.repeat(1 << 20) } as const
  first.enqueue('large', { request })
  first.send('large')
  first.accept('large')
  const second = await restore(first)
  expect(second.store.find('large')).toMatchObject({ state: 'running', requestId: 'request large' })

  await second.opened.close()
  rmSync(join(dataFolder, 'journal'), { recursive: true })
  const third = start()
  rmSync(join(dataFolder, 'journal'), { recursive: true })
  third.enqueue('b')
  third.send('b')
  third.accept('b')
  expect(third.store.find('b')?.state).toBe('running')
  expect(log.lines.at(-1)?.message).toContain('could not be written to the journal')
})

test('days of backups leave about as many journals as backups, and the oldest backup still restores everything', async () => {
  const { start, restore, clock, dataFolder } = setUp()
  let run = start()
  for (let day = 0; day < 8; day++) {
    run.enqueue(`job ${day}`)
    run.send(`job ${day}`)
    run.accept(`job ${day}`)
    await takeBackup(run.opened, clock, Math.min(3, day + 1))
    await clock.advance(23 * HOUR)
  }
  await run.opened.close()
  // One for each of the three backups, the current one, and one of a backup that closing interrupted.
  expect(readdirSync(join(dataFolder, 'journal')).length).toBeLessThanOrEqual(5)
  for (const name of readdirSync(join(dataFolder, 'backups')).sort().slice(1))
    writeFileSync(join(dataFolder, 'backups', name), 'damaged '.repeat(1000))
  run = await restore(run)
  expect(run.store.inStates(['running'])).toHaveLength(8)
})
