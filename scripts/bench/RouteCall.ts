import type { RouteInput, RouteName } from '../../src-preload/contract/routes.ts'
import type { HostRoute } from '../../src-main/studio/Studio.ts'
import type { BenchStudio } from './openStudio.ts'

type Route = Exclude<RouteName, HostRoute>

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
const SLICED = [
  'library.trash many',
  'library.restore many',
  'library.star many',
  'library.rate many',
  'library.tag many',
  'tags.count many',
  'tags.rename large',
  'tags.delete large',
  'tags.undo large',
  'library.empty_trash',
  'collections.create many',
  'collections.add many',
  'collections.remove many',
  'collections.delete large',
]

/** Makes the calls of a route: for each name of a variant, a function that creates the input of its call `n`; null after the last. */
export function routeVariants(handlers: BenchStudio['handlers']) {
  const callHandler: { [R in Route]: (input: RouteInput<R>) => Promise<unknown> } = handlers
  return <R extends Route>(
    route: R,
    inputs: Record<string, (n: number) => RouteInput<R> | null | Promise<RouteInput<R> | null>>,
  ): RouteCall[] =>
    Object.entries(inputs).map(([variant, createInput]) => ({
      route,
      variant,
      isSliced: SLICED.includes(`${route} ${variant}`.trim()),
      prepare: async (n) => {
        const input = await createInput(n)
        return input === null ? null : () => callHandler[route](input)
      },
    }))
}
