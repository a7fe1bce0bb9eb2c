import { expect, test, vi } from 'vitest'
import { retryOnResume } from './retryOnResume.ts'

const outage = { since: 1, reason: 'dns', status: null, nextTryAt: 2, trying: false } as const

test('probes the connections that are down when the computer wakes up, and no others', async () => {
  const tryAgain = vi.fn(async () => {})
  const handlers = {
    'connections.health': async () => ({
      connections: [
        { connectionId: 'down', outage, recoveredAt: null },
        { connectionId: 'healthy', outage: null, recoveredAt: null },
      ],
    }),
    'connections.try_again': tryAgain,
  }
  let resume = () => {}
  retryOnResume(handlers, (run) => (resume = run))
  expect(tryAgain).not.toHaveBeenCalled()
  resume()
  await vi.waitFor(() => expect(tryAgain.mock.calls).toEqual([[{ id: 'down', immediately: true }]]))
})
