import type { RouteInput, RouteName } from '../../../src-preload/contract/routes.ts'
import type { HostRoute } from '../../../src-main/studio/Studio.ts'
import type { BenchStudio } from '../openStudio.ts'

type Route = Exclude<RouteName, HostRoute>

/** One variant of calling a route. */
export interface RouteCall {
  route: Route
  variant: string
  /** Whether the call changes many rows in slices, so that its longest slice is measured instead of the whole call. */
  isSliced: boolean
  /** Prepares call `n` and returns it; null when no input is left for it. */
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

/**
 * Creates the variants of a route's calls. The function of each variant creates the input of call `n`, or null after
 * the last one.
 */
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
