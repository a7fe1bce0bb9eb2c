import type { QueryClient } from '@tanstack/react-query'
import type { Job } from '../../src-preload/contract/types/job.ts'
import { receiveJobs } from './receiveJobs.ts'

/** Shows a new job at once, unless an event already brought a newer state of it. */
export function addJob(client: QueryClient, job: Job): void {
  const known = client
    .getQueriesData({ queryKey: ['jobs.list'] })
    .some(([, data]) => JSON.stringify(data ?? null).includes(`"${job.id}"`))
  if (!known) receiveJobs(client, [job])
}
