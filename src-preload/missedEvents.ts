import type { Bridge } from './contract/bridge.ts'
import type { StudioEvent } from './contract/events.ts'

/** The number of jobs that a window can show; older jobs no longer change. */
const CATCH_UP_JOBS = 200

/** Events for a window that was disconnected: the current state of recent jobs, and invalidations for everything else. */
export async function missedEvents(call: Bridge['call']): Promise<StudioEvent[]> {
  const response = await call('jobs.list', { scope: 'recent', limit: CATCH_UP_JOBS, before: null })
  const work = await call('work.progress', undefined)
  return [
    ...(response.ok ? [{ type: 'jobs.changed', jobs: response.data.jobs } as const] : []),
    ...(work.ok ? [{ type: 'progress', progress: work.data } as const] : []),
    { type: 'queue.changed' },
    { type: 'library.changed', added: 0 },
    { type: 'models.changed' },
    { type: 'connections.changed' },
    { type: 'settings.changed' },
    { type: 'balance.changed' },
  ]
}
