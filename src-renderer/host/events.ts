import type { QueryClient } from '@tanstack/react-query'
import type { StudioEvent } from '../../src-preload/contract/events.ts'
import type { RouteInput, RouteName, RouteOutput } from '../../src-preload/contract/routes.ts'
import type { Job } from '../../src-preload/contract/types/job.ts'
import { isOpen } from '../../src-preload/shared/jobStates.ts'
import { bridge } from './bridge.ts'
import { mergeIntoQueries, routeKey } from './queryClient.ts'

/**
 * First part of the keys of the gallery's cached pages. Differs from the route's name, so that events don't refetch all pages; the gallery reads
 * the first pages again and merges them.
 */
export const LIBRARY_PAGES = 'library.pages'

/** Refreshes the cache on events of the studio. Returns an unsubscribe function. */
export function subscribeToStudio(client: QueryClient): () => void {
  const throttle = createThrottle()
  return bridge().onEvent((event) => receive(client, event, throttle))
}

function receive(client: QueryClient, event: StudioEvent, throttle: Throttle): void {
  const invalidate = (...routes: RouteName[]) => {
    for (const route of routes) void client.invalidateQueries({ queryKey: [route] })
  }
  // Reports are expensive, so they aren't refetched for every job of a batch.
  const invalidateMoney = () =>
    throttle('money', () => {
      invalidate('spend.summary', 'budgets.get')
      invalidate('spend.report', 'spend.jobs', 'balance.get', 'balance.hints')
    })
  switch (event.type) {
    case 'jobs.changed':
      receiveJobs(client, event.jobs)
      invalidateMoney()
      break
    case 'queue.changed':
      invalidate('queue.page', 'queue.summary', 'batches.list', 'budgets.get', 'jobs.list', 'spend.summary')
      invalidate('batches.grid', 'queue.selection', 'queue.results')
      invalidateMoney()
      break
    case 'library.changed':
      invalidate('inputs.page', 'inputs.usage')
      invalidateMoney()
      if (event.isReordered) void client.invalidateQueries({ queryKey: [LIBRARY_PAGES] })
      invalidate('library.page', 'library.asset', 'library.lineage', 'queue.results')
      invalidate(
        'library.neighbours',
        'library.similar',
        'library.tiles',
        'library.file_state',
        'searches.list',
      )
      // Counts read the whole list, there may be thousands of collections, and a text is read from its file, so they aren't repeated for
      // every result of a batch.
      throttle('counts', () => {
        invalidate('library.count', 'library.facets', 'library.count_conditions')
        invalidate('library.timeline', 'library.values', 'tags.list', 'tags.missing', 'collections.list')
        invalidate('searches.summaries', 'library.transcript')
      })
      // Job events add results to a grid, but only this event reports trash and restore.
      if (event.added === 0) invalidate('batches.grid', 'jobs.get')
      // The ranking reads all results, so it isn't repeated for every new one.
      if (event.added === 0) throttle('meaning', () => invalidate('meaning.rank'))
      // A map is expensive, so it is computed again only when it is next shown.
      void client.invalidateQueries({
        queryKey: ['library.embeddings' satisfies RouteName],
        refetchType: 'none',
      })
      break
    case 'disk.changed':
      invalidate('library.file_state', 'library.transcript')
      break
    case 'tag.renamed':
      // `main.tsx` renames the tag in the gallery's filter; the changed results have their own event.
      break
    case 'embeddings.changed':
      throttle('embeddings', () => invalidate('meaning.rank', 'meaning.offer'))
      break
    case 'models.changed':
      invalidate('operations.list', 'models.list', 'models.changes', 'forms.open', 'library.uses')
      break
    case 'prices.changed':
      invalidate('jobs.price', 'batches.requote', 'queue.offer_retry')
      break
    case 'connections.changed':
      invalidate('connections.list', 'operations.list', 'models.list', 'models.changes')
      invalidate('forms.open', 'library.uses')
      invalidate('balance.get', 'meaning.rank', 'meaning.offer')
      break
    case 'health.changed':
      invalidate('connections.health')
      break
    case 'settings.changed':
      invalidate('settings.get')
      break
    case 'snippets.changed':
      invalidate('snippets.list')
      break
    case 'balance.changed':
      invalidate('balance.get', 'balance.spans', 'balance.hints')
      break
    case 'notice':
    case 'notices.withdrawn':
      invalidate('studio.info')
      break
    case 'progress':
      invalidate('progress.get')
      break
    // Their dialogs and the settings of the library subscribe to these events.
    case 'exports.changed':
    case 'imports.changed':
    case 'maintenance.changed':
      break
    case 'announcement':
      void import('./announce.ts').then(({ announce }) => announce(event.announcement))
      break
    // The shell subscribes to this event.
    case 'open':
      break
    case 'go':
      location.hash = `#/${event.place}`
      break
  }
}

const THROTTLE_MS = 1500

type Throttle = (name: string, run: () => void) => void

/** Throttles calls by name: the first one runs after the interval, and others until then are dropped. */
function createThrottle(): Throttle {
  const scheduled = new Set<string>()
  return (name, run) => {
    if (scheduled.has(name)) return
    scheduled.add(name)
    setTimeout(() => {
      scheduled.delete(name)
      run()
    }, THROTTLE_MS)
  }
}

type JobPage = RouteOutput<'jobs.list'>
type Scope = RouteInput<'jobs.list'>['scope']
const SCOPES: readonly Scope[] = ['open', 'recent']
type Listener = (jobs: Job[]) => void
const jobListeners = new Set<Listener>()

/** Calls the listener with changed jobs; returns an unsubscribe function. */
export function onJobsChanged(listener: Listener): () => void {
  jobListeners.add(listener)
  return () => jobListeners.delete(listener)
}

/** Adds a new job to the cache, unless an event already did. */
export function addJob(client: QueryClient, job: Job): void {
  const isKnown = client
    .getQueriesData<JobPage>({ queryKey: routeKey('jobs.list') })
    .some(([, page]) => page?.jobs.some(({ id }) => id === job.id))
  if (!isKnown) receiveJobs(client, [job])
}

/** Puts changed jobs into every cached list and detail, and notifies the listeners. */
export function receiveJobs(client: QueryClient, changed: Job[]): void {
  for (const scope of SCOPES) {
    mergeIntoQueries<JobPage>(client, routeKey('jobs.list', { scope }), (page) => ({
      ...page,
      jobs: updateJobs(page.jobs, changed, scope),
    }))
    // Only a first page begins with the newest jobs; later pages have a cursor in `before`.
    mergeIntoQueries<JobPage>(client, routeKey('jobs.list', { scope, before: null }), (page) => ({
      ...page,
      jobs: [...newJobs(page.jobs, changed, scope), ...page.jobs],
    }))
  }
  for (const job of changed)
    mergeIntoQueries<RouteOutput<'jobs.get'>>(client, routeKey('jobs.get', { id: job.id }), (old) => ({
      ...old,
      ...job,
    }))
  for (const listener of jobListeners) listener(changed)
}

const belongsTo = (scope: Scope, job: Job): boolean => scope === 'recent' || isOpen(job.state)

/** Replaces the changed jobs of a cached list, and removes those that no longer belong to it. */
function updateJobs(list: readonly Job[], changed: readonly Job[], scope: Scope): Job[] {
  const changedById = new Map(changed.map((job) => [job.id, job]))
  return list.map((job) => changedById.get(job.id) ?? job).filter((job) => belongsTo(scope, job))
}

/** The changed jobs that a cached list lacks, newest first. */
function newJobs(list: readonly Job[], changed: readonly Job[], scope: Scope): Job[] {
  const knownIds = new Set(list.map(({ id }) => id))
  const changedById = new Map(changed.map((job) => [job.id, job]))
  return [...changedById.values()]
    .filter((job) => !knownIds.has(job.id) && belongsTo(scope, job))
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
}
