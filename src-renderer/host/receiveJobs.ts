import type { QueryClient } from '@tanstack/react-query'
import type { RouteOutput } from '../../src-preload/contract/routes.ts'
import type { Job } from '../../src-preload/contract/types/job.ts'
import { mergeIntoQueries, routeKey } from './queryClient.ts'
import { isOpen } from '../../src-preload/shared/jobStates.ts'

type JobPage = RouteOutput<'jobs.list'>
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
  for (const scope of ['open', 'recent'] as const)
    mergeIntoQueries<JobPage>(client, routeKey('jobs.list', { scope }), (page) => ({
      ...page,
      jobs: mergeJobs(page.jobs, changed, scope),
    }))
  for (const job of changed)
    mergeIntoQueries<RouteOutput<'jobs.get'>>(client, routeKey('jobs.get', { id: job.id }), (old) => ({
      ...old,
      ...job,
    }))
  for (const listener of jobListeners) listener(changed)
}

/**
 * Merges changed jobs into a cached list: replaces known ones, adds new ones on top (newest first), removes finished ones from
 * an `open` list.
 */
function mergeJobs(list: readonly Job[], changed: readonly Job[], scope: 'open' | 'recent'): Job[] {
  const changedById = new Map(changed.map((job) => [job.id, job]))
  const updated = list.map((job) => {
    const change = changedById.get(job.id)
    changedById.delete(job.id)
    return change ?? job
  })
  const added = [...changedById.values()].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
  const merged = [...added, ...updated]
  return scope === 'open' ? merged.filter((job) => isOpen(job.state)) : merged
}
