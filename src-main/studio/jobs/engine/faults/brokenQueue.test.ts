import { expect, test } from 'vitest'
import { Database } from '../../../storage/database/Database.ts'
import { respondOk, testEngine } from '../testEngine.ts'
import { migratedContents } from '../../../testing/migratedDatabase.ts'

/** A database in which reads fail whose SQL contains `unreadableSql`. */
class UnreadableDatabase extends Database {
  unreadableSql: string | null = null

  override get(sql: string, ...values: Parameters<Database['get']> extends [string, ...infer V] ? V : never) {
    if (this.unreadableSql !== null && sql.includes(this.unreadableSql)) throw new Error('disk I/O error')
    return super.get(sql, ...values)
  }

  override all(sql: string, ...values: Parameters<Database['all']> extends [string, ...infer V] ? V : never) {
    if (this.unreadableSql !== null && sql.includes(this.unreadableSql)) throw new Error('disk I/O error')
    return super.all(sql, ...values)
  }
}

const requestId = '6f1c2f9e-1f7a-4f4e-9b39-0d6d2f0b8a11'
const script = {
  submit: () => respondOk({ request_id: requestId }),
  poll: () => respondOk({ status: 'done', result_url: 'https://results.example/a.png' }),
}

test('a click is confirmed once its job is written, although the queue cannot be read, and the job is sent later', async () => {
  const database = new UnreadableDatabase(':memory:', { contents: migratedContents() })
  const world = testEngine(script, database)
  database.unreadableSql = 'jobs_ready'
  const { id } = world.enqueue()
  await world.clock.advance(1000)
  expect(world.store.find(id)?.state).toBe('queued')
  database.unreadableSql = null
  await world.clock.advance(120_000)
  expect(world.store.find(id)?.state).toBe('saved')
  expect(world.calls.filter((call) => call === 'submit')).toHaveLength(1)
})

test('an accepted job is polled although the database could not be read when it was accepted', async () => {
  const database = new UnreadableDatabase(':memory:', { contents: migratedContents() })
  const world = testEngine(script, database)
  const { id } = world.enqueue()
  database.unreadableSql = 'done_at - accepted_at'
  await world.clock.advance(5000)
  expect(world.store.find(id)?.state).toBe('running')
  database.unreadableSql = null
  await world.clock.advance(120_000)
  expect(world.store.find(id)?.state).toBe('saved')
})

test('a job whose response cannot be written before closing is uncertain and counts as spent', async () => {
  let broken = true
  const world = testEngine({
    ...script,
    record: (entry) => {
      if (entry === 'accepted' && broken) throw new Error('the disk broke')
    },
  })
  const lost = world.enqueue()
  await world.clock.advance(100)
  expect(world.store.find(lost.id)?.state).toBe('sending')
  await world.engine.close()
  broken = false
  expect(world.store.find(lost.id)).toMatchObject({ state: 'uncertain', problem: { money: 'unknown' } })
  expect(world.entries).toEqual([`${lost.id} quoted`, `${lost.id} uncertain`])
})

test('a job whose response arrives while the database cannot be read is polled with the request id of the response', async () => {
  const database = new UnreadableDatabase(':memory:', { contents: migratedContents() })
  const world = testEngine(
    {
      ...script,
      submit: () => {
        database.unreadableSql = 'request_id IN'
        return respondOk({ request_id: requestId })
      },
    },
    database,
  )
  const { id } = world.enqueue()
  await world.clock.advance(20_000)
  database.unreadableSql = null
  await world.clock.advance(120_000)
  expect(world.store.find(id)).toMatchObject({ state: 'saved', requestId })
  expect(world.entries).toEqual([`${id} quoted`, `${id} accepted`])
})
