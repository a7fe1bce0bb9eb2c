import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { StudioEvent } from '../../src-preload/contract/events.ts'
import type { RouteOutput } from '../../src-preload/contract/routes.ts'
import type { Job } from '../../src-preload/contract/types/job.ts'
import { isOpen } from '../lib/jobStates.ts'
import { bridge } from './bridge.ts'
import { mergeJobs } from './mergeJobs.ts'

type JobPage = RouteOutput<'jobs.list'>
type Listener = (jobs: Job[]) => void
const jobListeners = new Set<Listener>()

/** Calls with every batch of changed jobs; returns the end of it. */
export function onJobs(listener: Listener): () => void {
  jobListeners.add(listener)
  return () => jobListeners.delete(listener)
}

/** Lets what the studio tells refresh the cache. Returns the end of it. */
export function followStudio(client: QueryClient): () => void {
  return bridge().onEvent((event) => receive(client, event))
}

function receive(client: QueryClient, event: StudioEvent): void {
  const invalidate = (...routes: string[]) => {
    for (const route of routes) void client.invalidateQueries({ queryKey: [route] })
  }
  switch (event.type) {
    case 'jobs.changed':
      receiveJobs(client, event.jobs)
      if (event.jobs.some((job) => !isOpen(job.state) || job.state === 'queued')) invalidate('spend.summary')
      break
    case 'library.changed':
      invalidate('library.page', 'library.asset')
      break
    case 'models.changed':
      invalidate('operations.list', 'models.list', 'forms.open')
      break
    case 'connections.changed':
      invalidate('connections.list', 'operations.list', 'models.list', 'forms.open')
      break
    case 'settings.changed':
      invalidate('settings.get')
      break
    case 'notice':
      invalidate('studio.info')
      break
  }
}

function receiveJobs(client: QueryClient, changed: Job[]): void {
  for (const [key, data] of client.getQueriesData<JobPage | InfiniteData<JobPage>>({
    queryKey: ['jobs.list'],
  })) {
    if (!data) continue
    const scope = JSON.stringify(key[1]).includes('"open"') ? 'open' : 'recent'
    if ('pages' in data) client.setQueryData(key, mergePages(data, changed, scope))
    else client.setQueryData(key, { ...data, jobs: mergeJobs(data.jobs, changed, scope) })
  }
  for (const job of changed)
    client.setQueryData<RouteOutput<'jobs.get'>>(
      ['jobs.get', { id: job.id }],
      (old) => old && { ...old, ...job },
    )
  for (const listener of jobListeners) listener(changed)
}

function mergePages(
  data: InfiniteData<JobPage>,
  changed: Job[],
  scope: 'open' | 'recent',
): InfiniteData<JobPage> {
  const known = new Set(data.pages.flatMap((page) => page.jobs.map((job) => job.id)))
  const pages = data.pages.map((page, index) => {
    const here = new Set(page.jobs.map((job) => job.id))
    const mine = changed.filter((job) => here.has(job.id) || (index === 0 && !known.has(job.id)))
    return { ...page, jobs: mergeJobs(page.jobs, mine, scope) }
  })
  return { ...data, pages }
}
