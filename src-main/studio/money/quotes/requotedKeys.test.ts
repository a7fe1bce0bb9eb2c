import { expect, test } from 'vitest'
import { MINUTE, requoterWorld, SHOWN } from './testing.ts'

test('hours of equal jobs cost four price requests an hour', async () => {
  const { enqueue, clock, requested, requoter, store, now, known, priced } = requoterWorld()
  const ids = Array.from({ length: 180 }, () => enqueue().id)
  now.result = () => {
    for (const id of ids) known.set(id, { price: SHOWN, quotedAt: clock.now() })
    return priced(SHOWN)
  }
  const admit = (id: string) => {
    const job = store.find(id)
    return job !== null && requoter.admit(job)
  }
  for (const id of ids) {
    if (!admit(id)) await clock.advance(1)
    expect(admit(id)).toBe(true)
    await clock.advance(MINUTE)
  }
  expect(requested.length).toBeGreaterThan(9)
  expect(requested.length).toBeLessThanOrEqual(12)
})

test('a job takes a newer price of its price key without a request: a lower one is bound, a higher one asks', async () => {
  const { enqueue, clock, resume, requested, submits, store, known, entries } = requoterWorld()
  const [cheaper, dearer] = [enqueue().id, enqueue().id]
  await clock.advance(15 * MINUTE + 1)
  known.set(cheaper, { price: SHOWN - 1, quotedAt: clock.now() })
  known.set(dearer, { price: SHOWN + 1, quotedAt: clock.now() })
  await resume()
  expect([requested.length, submits()]).toEqual([0, 1])
  expect(store.find(cheaper)).toMatchObject({ state: 'running', price: SHOWN - 1 })
  expect(entries.filter((entry) => entry.startsWith(cheaper))).toEqual([
    `${cheaper} quoted`,
    `${cheaper} released ${SHOWN}`,
    `${cheaper} quoted ${SHOWN - 1}`,
    `${cheaper} accepted`,
  ])
  const params = { shown: SHOWN, price: SHOWN + 1 }
  expect(store.find(dearer)).toMatchObject({ state: 'queued', problem: { code: 'price_changed', params } })
})

test('jobs that can no longer be priced keep no page of others from being quoted', async () => {
  const { enqueue, clock, resume, store, now, priced } = requoterWorld()
  const gone = new Set(Array.from({ length: 150 }, () => enqueue().id))
  const good = enqueue().id
  await clock.advance(15 * MINUTE + 1)
  now.result = ({ id }) => (gone.has(id) ? { state: 'invalid', issues: [] } : priced(SHOWN))
  await resume(MINUTE)
  expect(store.find(good)?.state).toBe('running')
})
