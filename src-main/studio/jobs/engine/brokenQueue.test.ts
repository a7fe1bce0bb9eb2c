import { expect, test } from 'vitest'
import { Database } from '../../storage/Database.ts'
import { ok, testEngine } from './testEngine.ts'

/** A database of which one table can't be read. */
class SickDatabase extends Database {
  sick: string | null = null

  override get(sql: string, ...values: Parameters<Database['get']> extends [string, ...infer V] ? V : never) {
    if (this.sick !== null && sql.includes(this.sick)) throw new Error('disk I/O error')
    return super.get(sql, ...values)
  }

  override all(sql: string, ...values: Parameters<Database['all']> extends [string, ...infer V] ? V : never) {
    if (this.sick !== null && sql.includes(this.sick)) throw new Error('disk I/O error')
    return super.all(sql, ...values)
  }
}

const requestId = '6f1c2f9e-1f7a-4f4e-9b39-0d6d2f0b8a11'
const script = {
  submit: () => ok({ request_id: requestId }),
  poll: () => ok({ status: 'done', result_url: 'https://results.example/a.png' }),
}

test('a click that is written is answered as such although the queue can not be read, and goes out later by itself', async () => {
  const database = new SickDatabase(':memory:')
  const world = testEngine(script, database)
  database.sick = 'jobs_ready'
  const { id } = world.enqueue()
  await world.clock.advance(1000)
  expect(world.store.find(id)?.state).toBe('queued')
  database.sick = null
  await world.clock.advance(120_000)
  expect(world.store.find(id)?.state).toBe('saved')
  expect(world.asked.filter((what) => what === 'submit')).toHaveLength(1)
})

test('a job that was accepted is asked about although nothing could be read when it was', async () => {
  const database = new SickDatabase(':memory:')
  const world = testEngine(script, database)
  const { id } = world.enqueue()
  database.sick = 'done_at - accepted_at'
  await world.clock.advance(5000)
  expect(world.store.find(id)?.state).toBe('running')
  database.sick = null
  await world.clock.advance(120_000)
  expect(world.store.find(id)?.state).toBe('saved')
})

test('what broke off before it could be said counts as spent, and what settles the last run leaves this one alone', async () => {
  let broken = true
  const world = testEngine({
    ...script,
    record: (entry) => {
      if (entry === 'accepted' && broken) throw new Error('the disk broke')
    },
  })
  const lost = world.enqueue()
  await world.clock.advance(100)
  world.engine.settleInterrupted()
  expect(world.store.find(lost.id)?.state).toBe('sending')
  await world.engine.close()
  broken = false
  expect(world.store.find(lost.id)).toMatchObject({ state: 'uncertain', problem: { money: 'unknown' } })
  expect(world.entries).toEqual([`${lost.id} quoted`, `${lost.id} uncertain`])
})
