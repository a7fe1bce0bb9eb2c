import type { InfiniteData } from '@tanstack/react-query'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import type { QueueFilter } from '../../../../src-preload/contract/types/queue.ts'
import { isReplaceable, isOpen } from '../../../lib/jobStates.ts'

/** Pages of the queue, each with its filter. */
export type FilteredPages = InfiniteData<RouteOutput<'queue.page'> & { filter: QueueFilter }>

/**
 * Merges changed jobs into the pages of one filter: replaces known ones, removes those that no longer match or were retried, and
 * adds new ones on top. New unsent jobs are left out until the next fetch, because only the studio knows their position.
 */
export function mergeQueue(data: FilteredPages, changed: readonly Job[]): FilteredPages {
  const filter = data.pages[0]?.filter ?? {}
  const changedById = new Map(changed.map((job) => [job.id, job]))
  const retried = new Set(changed.flatMap(({ replaces }) => replaces ?? []))
  const known = new Set<string>()
  let removed = 0
  const pages = data.pages.map((page) => ({
    ...page,
    jobs: page.jobs.flatMap((job) => {
      const updated = changedById.get(job.id)
      known.add(job.id)
      if (!updated && !(retried.has(job.id) && isReplaceable(job.state))) return [job]
      if (updated && matches(updated, filter)) return [updated]
      removed++
      return []
    }),
  }))
  const added = changed
    .filter((job) => !known.has(job.id) && job.state !== 'queued' && matches(job, filter))
    .toSorted((a, b) => b.createdAt - a.createdAt)
  const [first, ...rest] = pages
  if (!first) return data
  const firstSent = first.jobs.findIndex(({ state }) => state !== 'queued')
  const insertAt = firstSent === -1 ? first.jobs.length : firstSent
  const jobs = [...first.jobs.slice(0, insertAt), ...added, ...first.jobs.slice(insertAt)]
  const total = Math.max(0, first.total - removed + added.length)
  return { ...data, pages: [{ ...first, jobs, total }, ...rest] }
}

function matches(job: Job, { states, batch, search }: QueueFilter): boolean {
  const allowedStates: readonly JobState[] | undefined = states
  if (allowedStates ? !allowedStates.includes(job.state) : !isOpen(job.state)) return false
  if (batch !== undefined && (job.batch ?? null) !== batch) return false
  return !search || job.title.toLowerCase().includes(search.trim().toLowerCase())
}
