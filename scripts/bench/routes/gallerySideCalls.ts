import type { LibraryFilter, LibrarySort } from '../../../src-preload/contract/types/filter.ts'
import type { BenchStudio } from '../openStudio.ts'
import { type RouteCall, routeVariants } from './RouteCall.ts'

const DAY_MS = 86_400_000
const filter: LibraryFilter = { trash: false, search: '', conditions: [] }
const byDate: LibrarySort = { by: 'date', descending: true }
const byPrice: LibrarySort = { by: 'price', descending: true }

/** Calls for what is beside the results: counts in the filter menu, and the rail with its jumps. */
export function createGallerySideCalls({ handlers }: BenchStudio): RouteCall[] {
  const variants = routeVariants(handlers)
  return [
    ...variants('library.count_conditions', {
      all: () => ({ filter, conditions: [{ field: 'starred', is: true }] }),
    }),
    ...variants('library.timeline', { all: () => ({ filter }) }),
    ...variants('library.values', { 'by price': () => ({ filter, sort: byPrice }) }),
    ...variants('library.cursor', {
      'at a date': (n) => ({ filter, sort: byDate, place: { time: Date.now() - n * 10 * DAY_MS } }),
      'at a rank': (n) => ({ filter, sort: byDate, place: { rank: 1000 * n } }),
      'at a rank by price': (n) => ({ filter, sort: byPrice, place: { rank: 1000 * n } }),
    }),
  ]
}
