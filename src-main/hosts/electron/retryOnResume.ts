import type { HostlessHandlers } from '../../studio/Studio.ts'

type Handlers = Pick<HostlessHandlers, 'connections.health' | 'connections.try_again'>

/** Probes every connection that is down when the computer wakes up, even if no window has the focus. */
export function retryOnResume(handlers: Handlers, onResume: (run: () => void) => void): void {
  onResume(() => {
    void tryAll(handlers).catch(() => {})
  })
}

async function tryAll(handlers: Handlers): Promise<void> {
  const { connections } = await handlers['connections.health']()
  const out = connections.filter(({ outage }) => outage !== null)
  const tries = out.map(({ connectionId }) =>
    handlers['connections.try_again']({ id: connectionId, immediately: true }),
  )
  await Promise.all(tries)
}
