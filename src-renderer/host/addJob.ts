import type { QueryClient } from '@tanstack/react-query'
import type { Job } from '../../src-preload/contract/types/job.ts'
import { receiveJobs } from './receiveJobs.ts'

/** Adds a new job to the cache, unless an event already did. */
export function addJob(client: QueryClient, job: Job): void {
  const isKnown = client
    .getQueriesData({ queryKey: ['jobs.list'] })
    .some(([, data]) => JSON.stringify(data ?? null).includes(`"${job.id}"`))
  if (!isKnown) receiveJobs(client, [job])
}
