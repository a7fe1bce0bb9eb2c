import { expect, test } from 'vitest'
import { Database } from '../../../storage/database/Database.ts'
import { respondOk, testEngine } from '../testEngine.ts'
import { migratedContents } from '../../../testing/migratedDatabase.ts'

type Values = Parameters<Database['run']> extends [string, ...infer V] ? V : never

/** A database whose writes fail while `isFull`, which is set at write number `fillsAt`. */
class FullDatabase extends Database {
  isFull = false
  writes = 0
  refused = 0
  fillsAt = Number.POSITIVE_INFINITY

  override run(sql: string, ...values: Values) {
    if (++this.writes >= this.fillsAt) {
      this.fillsAt = Number.POSITIVE_INFINITY
      this.isFull = true
    }
    if (this.isFull) {
      // Ends an endless loop of retries, which would hang the test.
      if (++this.refused > 1000) this.isFull = false
      throw new Error('database or disk is full')
    }
    return super.run(sql, ...values)
  }
}

const requestId = '6f1c2f9e-1f7a-4f4e-9b39-0d6d2f0b8a11'
const done = respondOk({ status: 'done', result_url: 'https://results.example/a.png' })
const script = { submit: () => respondOk({ request_id: requestId }), poll: () => done }

test('while no row can be written, at most one job is sent and writes are retried with pauses; with free space the job is saved', async () => {
  const database = new FullDatabase(':memory:', { contents: migratedContents() })
  const world = testEngine(script, database)
  const { id } = world.enqueue()
  database.isFull = true
  database.refused = 0
  await world.clock.advance(120_000)
  const submits = () => world.calls.filter((call) => call === 'submit').length
  expect(submits()).toBeLessThanOrEqual(1)
  expect(database.refused).toBeLessThan(200)
  database.isFull = false
  await world.clock.advance(120_000)
  expect(world.store.find(id)?.state).toBe('saved')
  expect(submits()).toBe(1)
})

test('a job is saved and paid for once, whichever of its writes finds the disk full', async () => {
  const counting = new FullDatabase(':memory:', { contents: migratedContents() })
  const whole = testEngine(script, counting)
  whole.enqueue()
  const writesAtClick = counting.writes
  await whole.clock.advance(120_000)
  expect(counting.writes).toBeGreaterThanOrEqual(writesAtClick + 4)

  for (let at = 1; at <= counting.writes - writesAtClick; at++) {
    const database = new FullDatabase(':memory:', { contents: migratedContents() })
    const world = testEngine(script, database)
    database.fillsAt = writesAtClick + at
    const { id } = world.enqueue()
    await world.clock.advance(120_000)
    expect(database.refused, `refused from write ${at} on`).toBeLessThan(200)
    database.isFull = false
    await world.clock.advance(600_000)
    expect(world.store.find(id), `full from write ${at} on`).toMatchObject({ state: 'saved', requestId })
    expect(world.calls.filter((call) => call === 'submit')).toHaveLength(1)
  }
})

// Catches a full disk that is reported nowhere, because it was checked only when a job is sent.
test('a failed write of a running job triggers a check of the disk', async () => {
  const database = new FullDatabase(':memory:', { contents: migratedContents() })
  let status = 'processing'
  const world = testEngine(
    { ...script, poll: () => (status === 'done' ? done : respondOk({ status })) },
    database,
  )
  const { id } = world.enqueue()
  await world.clock.advance(5000)
  expect(world.store.find(id)?.state).toBe('running')
  expect(world.calls).not.toContain('disk check')
  database.isFull = true
  status = 'done'
  await world.clock.advance(60_000)
  expect(world.calls).toContain('disk check')
})
