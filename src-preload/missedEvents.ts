import type { Bridge } from './contract/bridge.ts'
import type { StudioEvent } from './contract/events.ts'

/** As many jobs as a window can show; what is older changed no more. */
const CATCH_UP_JOBS = 200

/** What to tell a window that did not hear for a while: the jobs as they are now, and to ask for all else again. */
export async function missedEvents(call: Bridge['call']): Promise<StudioEvent[]> {
  const answer = await call('jobs.list', { scope: 'recent', limit: CATCH_UP_JOBS, before: null })
  const work = await call('work.progress', undefined)
  return [
    ...(answer.ok ? [{ type: 'jobs.changed', jobs: answer.data.jobs } as const] : []),
    ...(work.ok ? [{ type: 'progress', progress: work.data } as const] : []),
    { type: 'queue.changed' },
    { type: 'library.changed', added: 0 },
    { type: 'models.changed' },
    { type: 'connections.changed' },
    { type: 'settings.changed' },
    { type: 'balance.changed' },
  ]
}
