import type { InfiniteData } from '@tanstack/react-query'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import type { QueueFilter } from '../../../../src-preload/contract/types/queue.ts'
import { givesPlace, isOpen } from '../../../lib/jobStates.ts'

/** Pages of the queue, each with its filter. */
export type FilteredPages = InfiniteData<RouteOutput<'queue.page'> & { filter: QueueFilter }>

/**
 * Merges changed jobs into the pages of one filter: replaces known ones, removes those that no longer match or were retried, and
 * adds new ones on top. New unsent jobs are left out until the next fetch, because only the studio knows their position.
 */
export function mergeQueue(data: FilteredPages, changed: readonly Job[]): FilteredPages {
  const filter = data.pages[0]?.filter ?? {}
  const fresh = new Map(changed.map((job) => [job.id, job]))
  const madeAgain = new Set(changed.flatMap(({ replaces }) => replaces ?? []))
  const known = new Set<string>()
  let gone = 0
  const pages = data.pages.map((page) => ({
    ...page,
    jobs: page.jobs.flatMap((job) => {
      const now = fresh.get(job.id)
      known.add(job.id)
      if (!now && !(madeAgain.has(job.id) && givesPlace(job.state))) return [job]
      if (now && passes(now, filter)) return [now]
      gone++
      return []
    }),
  }))
  const added = changed
    .filter((job) => !known.has(job.id) && job.state !== 'queued' && passes(job, filter))
    .toSorted((a, b) => b.createdAt - a.createdAt)
  const [first, ...rest] = pages
  if (!first) return data
  const at = first.jobs.findIndex(({ state }) => state !== 'queued')
  const place = at === -1 ? first.jobs.length : at
  const jobs = [...first.jobs.slice(0, place), ...added, ...first.jobs.slice(place)]
  const total = Math.max(0, first.total - gone + added.length)
  return { ...data, pages: [{ ...first, jobs, total }, ...rest] }
}

function passes(job: Job, { states, batch, search }: QueueFilter): boolean {
  const wanted: readonly JobState[] | undefined = states
  if (wanted ? !wanted.includes(job.state) : !isOpen(job.state)) return false
  if (batch !== undefined && (job.batch ?? null) !== batch) return false
  return !search || job.title.toLowerCase().includes(search.trim().toLowerCase())
}
