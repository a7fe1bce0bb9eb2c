import type { StudioHandlers } from '../../studio/Studio.ts'

type Handlers = Pick<StudioHandlers, 'connections.health' | 'connections.try_again'>

/** When the computer wakes up, probes every connection that is down, because a window without focus doesn't probe. */
export function retryOnResume(handlers: Handlers, onResume: (run: () => void) => void): void {
  onResume(() => {
    void probeUnavailableConnections(handlers).catch(() => {})
  })
}

async function probeUnavailableConnections(handlers: Handlers): Promise<void> {
  const { connections } = await handlers['connections.health']()
  const unavailable = connections.filter(({ outage }) => outage !== null)
  const probes = unavailable.map(({ connectionId }) =>
    handlers['connections.try_again']({ id: connectionId, immediately: true }),
  )
  await Promise.all(probes)
}
