import type { InfiniteData } from '@tanstack/react-query'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'

/** Of jobs named one by one. */
export type JobMove = Extract<RouteInput<'queue.move'>, { ids: string[] }>
type Pages = InfiniteData<RouteOutput<'queue.page'>>

/** An optimistic update of the pages after a move: unsent jobs first, moved ones in their order. */
export function moveIn(data: Pages, { ids, to }: JobMove): Pages {
  const moved = new Set(ids)
  const all = data.pages.flatMap(({ jobs }) => jobs)
  const going = all.filter((job) => moved.has(job.id) && job.state === 'queued')
  if (going.length === 0) return data
  const left = all.filter((job) => !going.includes(job))
  const lane = (batch: unknown) => (batch ? 1 : 0)
  const mine = left.flatMap((job, at) =>
    job.state === 'queued' && lane(job.batch) === lane(going[0]?.batch) ? [at] : [],
  )
  const [first = 0, last = -1] = [mine.at(0), mine.at(-1)]
  const target = typeof to === 'object' ? left.findIndex(({ id }) => id === to.before) : -1
  const at = target >= 0 ? target : to === 'back' ? last + 1 : first
  const next = [...left.slice(0, at), ...going, ...left.slice(at)]
  let from = 0
  const pages = data.pages.map((page) => {
    const jobs = next.slice(from, from + page.jobs.length)
    from += page.jobs.length
    return { ...page, jobs }
  })
  return { ...data, pages }
}
