import { expect, test } from 'vitest'
import { insertAsset } from '../../../library/assets/assetRow.ts'
import { respondWith, storedFile, respondOk, preparedJob, testEngine } from '../testEngine.ts'
import { Database } from '../../../storage/database/Database.ts'
import { migratedContents } from '../../../testing/migratedDatabase.ts'

/** An in-memory database whose `run` throws for statements that match `shouldFail`, as on a failing disk. */
class FailingDatabase extends Database {
  shouldFail: ((sql: string) => boolean) | null = null

  constructor() {
    super(':memory:', { contents: migratedContents() })
  }

  override run(...parameters: Parameters<Database['run']>): number {
    if (this.shouldFail?.(parameters[0])) throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
    return super.run(...parameters)
  }
}

const accepted = () => respondOk({ request_id: '0d6d2f0b-1f7a-4f4e-9b39-6f1c2f9e8a11' })
const done = respondOk({ status: 'done', result_url: 'https://files.example/a.png' })

test('"send again" leaves the uncertain job unchanged if the new job cannot be written', async () => {
  const database = new FailingDatabase()
  const world = testEngine({ submit: () => respondWith(500) }, database)
  const { id } = world.enqueue()
  await world.clock.advance(100)
  database.shouldFail = (sql) => sql.startsWith('INSERT INTO jobs')
  const again = { id, choice: 'send_again', idempotencyKey: 'another click', quote: null } as const
  expect(() => world.jobs.resolveUncertain(again)).toThrow('disk I/O error')
  expect(world.store.find(id)?.state).toBe('uncertain')
  database.shouldFail = null
  expect(world.jobs.resolveUncertain(again)).toMatchObject({ replaces: id })
})

test('a result is in the library if and only if its job is saved, whichever of the two writes fails', async () => {
  const database = new FailingDatabase()
  let assets = 0
  const world = testEngine({ submit: accepted, poll: () => done }, database, preparedJob, {
    addAsset: (asset) => {
      insertAsset(database, { ...asset, id: `asset ${assets}` }, `${assets++}-${storedFile.path}`)
    },
  })
  const state = (id: string) => ({
    state: world.store.find(id)?.state,
    files: database.get('SELECT count(*) AS n FROM assets')?.['n'],
  })
  const { id } = world.enqueue()
  database.shouldFail = (sql) => sql.startsWith("UPDATE jobs SET state = 'saved'")
  await world.clock.advance(60_000)
  expect(assets, 'the asset row was written before the state update failed').toBeGreaterThan(0)
  expect(state(id)).toEqual({ state: 'saving', files: 0 })
  database.shouldFail = null
  await world.clock.advance(60_000)
  expect(state(id)).toEqual({ state: 'saved', files: 1 })
})

test('files of a result whose row cannot be written are deleted, except the one that the next attempt finds', async () => {
  const database = new FailingDatabase()
  const url = 'https://files.example/a'
  const fileOf = (from: string) => ({ ...storedFile, path: from, sha256: from.replace(`${url}.`, '') })
  const world = testEngine(
    {
      submit: accepted,
      poll: () =>
        respondOk({ status: 'done', result_url: `${url}.png`, results_alt_formats: { jpg: `${url}.jpg` } }),
      download: (from) => ({ kind: 'file', file: fileOf(from) }),
      downloadedFile: () => fileOf(`${url}.png`),
    },
    database,
  )
  const { id } = world.enqueue()
  database.shouldFail = (sql) => sql.startsWith("UPDATE jobs SET state = 'saved'")
  await world.clock.advance(20_000)
  expect(world.store.find(id)?.state).toBe('saving')
  expect(world.calls.filter((call) => call.startsWith('discard'))).toEqual(['discard jpg'])
})

test('no file of a saved job is deleted if the listener of `saved` throws', async () => {
  const world = testEngine({
    submit: accepted,
    poll: () => done,
    saved: () => {
      throw new Error('the window is gone')
    },
  })
  const { id } = world.enqueue()
  await world.clock.advance(60_000)
  expect(world.store.find(id)?.state).toBe('saved')
  expect(world.calls.filter((call) => call.startsWith('discard'))).toEqual([])
})
