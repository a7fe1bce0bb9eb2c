import type { QueryClient } from '@tanstack/react-query'
import type { StudioEvent } from '../../src-preload/contract/events.ts'
import type { RouteName } from '../../src-preload/contract/routes.ts'
import { isOpen } from '../../src-preload/shared/jobStates.ts'
import { bridge } from './bridge.ts'
import { receiveJobs } from './receiveJobs.ts'

/** Refreshes the cache on events of the studio. Returns an unsubscribe function. */
export function subscribeToStudio(client: QueryClient): () => void {
  return bridge().onEvent((event) => receive(client, event))
}

function receive(client: QueryClient, event: StudioEvent): void {
  const invalidate = (...routes: RouteName[]) => {
    for (const route of routes) refetchAfterCurrent(client, route)
  }
  // Reports are expensive, so they aren't refetched for every job of a batch.
  const invalidateMoney = () =>
    throttle('money', () => invalidate('spend.report', 'spend.jobs', 'balance.get', 'balance.hints'))
  switch (event.type) {
    case 'jobs.changed':
      receiveJobs(client, event.jobs)
      if (event.jobs.some((job) => !isOpen(job.state) || job.state === 'queued')) invalidate('spend.summary')
      invalidateMoney()
      break
    case 'queue.changed':
      invalidate('queue.page', 'queue.summary', 'batches.list', 'budgets.get', 'jobs.list', 'spend.summary')
      invalidate('batches.grid')
      invalidateMoney()
      break
    case 'library.changed':
      invalidate('inputs.page', 'inputs.usage')
      invalidateMoney()
      invalidate('library.page', 'library.asset', 'library.lineage', 'library.transcript')
      invalidate('library.neighbours', 'collections.list')
      // A grid learns about added results from its jobs, but about trash and restore only here.
      if (event.added === 0) invalidate('batches.grid', 'jobs.get')
      // A map is expensive, so it is computed again only when it is next shown.
      void client.invalidateQueries({ queryKey: ['library.map' satisfies RouteName], refetchType: 'none' })
      break
    case 'models.changed':
      invalidate('operations.list', 'models.list', 'forms.open', 'library.uses')
      break
    case 'connections.changed':
      invalidate('connections.list', 'operations.list', 'models.list', 'forms.open', 'library.uses')
      invalidate('balance.get')
      break
    case 'health.changed':
      invalidate('connections.health')
      break
    case 'settings.changed':
      invalidate('settings.get')
      break
    case 'balance.changed':
      invalidate('balance.get', 'balance.spans', 'balance.hints')
      break
    case 'notice':
    case 'notices.withdrawn':
      invalidate('studio.info')
      break
    case 'progress':
      invalidate('work.progress')
      break
    case 'announcement':
      void import('./announce.ts').then(({ announce }) => announce(event.announcement))
      break
    case 'go':
      location.hash = `#/${event.place}`
      break
  }
}

/** Refetches the queries of a route. A first request in flight may return data from before the event, so it is repeated once it ends. */
function refetchAfterCurrent(client: QueryClient, route: RouteName): void {
  const queryKey = [route]
  for (const { state, promise, queryKey: exactKey } of client.getQueryCache().findAll({ queryKey })) {
    if (state.fetchStatus !== 'fetching' || state.data !== undefined) continue
    const refetch = () => client.invalidateQueries({ queryKey: exactKey, exact: true })
    promise?.then(refetch, () => {})
  }
  void client.invalidateQueries({ queryKey })
}

const THROTTLE_MS = 1500
const scheduled = new Set<string>()

/** Throttles calls by name: the first one runs after the interval, and others until then are dropped. */
function throttle(name: string, run: () => void): void {
  if (scheduled.has(name)) return
  scheduled.add(name)
  setTimeout(() => {
    scheduled.delete(name)
    run()
  }, THROTTLE_MS)
}
