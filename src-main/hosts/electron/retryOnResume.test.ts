import { expect, test, vi } from 'vitest'
import { retryOnResume } from './retryOnResume.ts'

const outage = { since: 1, reason: 'dns', status: null, nextTryAt: 2, trying: false } as const

test('probes the connections that are down when the computer wakes up, and no others', async () => {
  const tried = vi.fn(async () => {})
  const handlers = {
    'connections.health': async () => ({
      connections: [
        { connectionId: 'out', outage, recoveredAt: null },
        { connectionId: 'well', outage: null, recoveredAt: null },
      ],
    }),
    'connections.try_again': tried,
  }
  let resume = () => {}
  retryOnResume(handlers, (run) => (resume = run))
  expect(tried).not.toHaveBeenCalled()
  resume()
  await vi.waitFor(() => expect(tried.mock.calls).toEqual([[{ id: 'out', immediately: true }]]))
})
