import { expect, test } from 'vitest'
import { Database } from '../storage/Database.ts'
import { ok, testEngine } from './testEngine.ts'

const requestId = '6f1c2f9e-1f7a-4f4e-9b39-0d6d2f0b8a11'

test('while no row can be written nothing is sent and nothing spins; with room again the job goes on', async () => {
  let tries = 0
  let isFull = false
  class FullDatabase extends Database {
    override run(
      sql: string,
      ...values: Parameters<Database['run']> extends [string, ...infer V] ? V : never
    ) {
      if (isFull && sql.startsWith('UPDATE jobs')) {
        // A spinning engine would never let this test go on.
        if (++tries > 100) isFull = false
        throw new Error('database or disk is full')
      }
      return super.run(sql, ...values)
    }
  }
  const done = ok({ status: 'done', result_url: 'https://results.example/a.png' })
  const script = { submit: () => ok({ request_id: requestId }), poll: () => done }
  const world = testEngine(script, new FullDatabase(':memory:'))
  isFull = true
  const { id } = world.press()
  await world.clock.advance(120_000)
  expect(tries).toBeLessThan(30)
  expect(world.asked).toEqual([])
  isFull = false
  await world.clock.advance(120_000)
  expect(world.store.find(id)?.state).toBe('saved')
  expect(world.asked.filter((what) => what === 'submit')).toHaveLength(1)
})
