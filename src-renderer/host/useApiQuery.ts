import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { RouteInput, RouteName, RouteOutput } from '../../src-preload/contract/routes.ts'
import { call } from './call.ts'

interface Options<R extends RouteName> {
  /** A function is asked before each request. */
  enabled?: boolean | (() => boolean)
  /** Whether the previous data is kept while new data loads; a function decides by the input of the previous data. */
  keepPrevious?: boolean | ((previousInput: RouteInput<R>) => boolean)
  /** Time in ms until cached data counts as outdated; a minute by default. */
  staleTime?: number
  /** Requests it again each time after this many ms while the window is visible. */
  refetchInterval?: number
  /** Removes unused data from the cache, for requests with ever-changing inputs. */
  dropUnused?: boolean
}

/** Queries a route of the studio, cached under `[route, input]`; events refresh it. */
export function useApiQuery<R extends RouteName>(
  route: R,
  input: RouteInput<R>,
  { enabled = true, keepPrevious = false, staleTime, refetchInterval, dropUnused = false }: Options<R> = {},
): UseQueryResult<RouteOutput<R>> {
  const keepsPrevious = typeof keepPrevious === 'function' ? keepPrevious : () => keepPrevious
  return useQuery({
    queryKey: [route, input] as const,
    queryFn: (): Promise<RouteOutput<R>> => call(route, input),
    enabled,
    placeholderData: (data, query) => (query && keepsPrevious(query.queryKey[1]) ? data : undefined),
    ...(dropUnused ? { gcTime: 0 } : {}),
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(refetchInterval === undefined ? {} : { refetchInterval }),
  })
}
