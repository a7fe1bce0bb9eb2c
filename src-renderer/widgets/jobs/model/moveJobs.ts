import type { InfiniteData } from '@tanstack/react-query'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'

/** Moves jobs by id. */
export type JobMove = Extract<RouteInput<'queue.move'>, { ids: string[] }>
type Pages = InfiniteData<RouteOutput<'queue.page'>>

/** Optimistic update of the cached queue pages after a move; only unsent jobs move. */
export function moveJobs(data: Pages, { ids, to }: JobMove): Pages {
  const movedIds = new Set(ids)
  const allJobs = data.pages.flatMap(({ jobs }) => jobs)
  const moving = allJobs.filter((job) => movedIds.has(job.id) && job.state === 'queued')
  if (moving.length === 0) return data
  const others = allJobs.filter((job) => !moving.includes(job))
  const priority = (batch: unknown) => (batch ? 1 : 0)
  const peers = others.flatMap((job, index) =>
    job.state === 'queued' && priority(job.batch) === priority(moving[0]?.batch) ? [index] : [],
  )
  const [firstPeer = 0, lastPeer = -1] = [peers.at(0), peers.at(-1)]
  const target = typeof to === 'object' ? others.findIndex(({ id }) => id === to.before) : -1
  const index = target >= 0 ? target : to === 'back' ? lastPeer + 1 : firstPeer
  const reordered = [...others.slice(0, index), ...moving, ...others.slice(index)]
  let start = 0
  const pages = data.pages.map((page) => {
    const jobs = reordered.slice(start, start + page.jobs.length)
    start += page.jobs.length
    return { ...page, jobs }
  })
  return { ...data, pages }
}
