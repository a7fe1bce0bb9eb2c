import { expect, test } from 'vitest'
import { Database } from '../../storage/database/Database.ts'
import { insertJob } from '../store/newJobs.ts'
import { respondOk, preparedJob, testEngine } from './testEngine.ts'
import { migratedContents } from '../../testing/migratedDatabase.ts'

class CountingDatabase extends Database {
  rows = 0

  override all(...given: Parameters<Database['all']>): ReturnType<Database['all']> {
    const rows = super.all(...given)
    this.rows += rows.length
    return rows
  }
}

test('a thousand jobs that run at the start are read in slices and all polled within a minute', async () => {
  const database = new CountingDatabase(':memory:', { contents: migratedContents() })
  const polled = new Set<string>()
  const poll = (path: string) => {
    polled.add(path)
    return respondOk({ status: 'processing' })
  }
  const world = testEngine({ poll }, database)
  database.transaction(() => {
    for (let n = 0; n < 1000; n++) {
      const id = `job ${n}`
      insertJob(database, { ...preparedJob, id, idempotencyKey: id, replaces: null, createdAt: 1 })
      const sql = "UPDATE jobs SET state = 'running', request_id = ?, accepted_at = ? WHERE id = ?"
      database.run(sql, crypto.randomUUID(), world.clock.now(), id)
    }
  })
  database.rows = 0
  world.engine.start()
  expect(database.rows).toBeLessThan(300)
  await world.clock.advance(60_000)
  expect(polled.size).toBe(1000)
})
