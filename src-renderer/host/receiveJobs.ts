import type { QueryClient } from '@tanstack/react-query'
import type { RouteInput, RouteOutput } from '../../src-preload/contract/routes.ts'
import type { Job } from '../../src-preload/contract/types/job.ts'
import { mergeIntoQueries, routeKey } from './queryClient.ts'
import { isOpen } from '../../src-preload/shared/jobStates.ts'

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
