import type { RouteName } from '../../src-preload/contract/routes.ts'
import type { HostRoute } from '../../src-main/studio/Studio.ts'

export type Route = Exclude<RouteName, HostRoute>

/** One variant of calling a route. */
export interface RouteCall {
  route: Route
  variant: string
  /** Changes many rows in slices; the longest time it blocks the thread is measured. */
  isSliced: boolean
  /** Prepares the call and returns it; null when there is nothing left to call it with. */
  prepare: (n: number) => Promise<(() => Promise<unknown>) | null>
}

/** Variants of routes that change as many rows as the user selected. */
export const SLICED = [
  'library.trash many',
  'library.restore many',
  'library.star many',
  'library.rate many',
  'library.tag many',
  'tags.count many',
  'tags.rename large',
  'tags.delete large',
  'library.empty_trash',
  'collections.create many',
  'collections.add many',
  'collections.remove many',
  'collections.delete large',
]
