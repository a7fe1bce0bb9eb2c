import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { RouteInput, RouteName, RouteOutput } from '../../src-preload/contract/routes.ts'
import { call } from './call.ts'

interface Options {
  enabled?: boolean
  /** Keeps showing the previous data while new data loads. */
  keep?: boolean
  staleTime?: number
  /** Drops the data when unused, for requests with ever new inputs. */
  forget?: boolean
}

/** The data of a route, cached under `[route, input]`; events of the studio refresh it. */
export function useApiQuery<R extends RouteName>(
  route: R,
  input: RouteInput<R>,
  { enabled = true, keep = false, staleTime, forget = false }: Options = {},
): UseQueryResult<RouteOutput<R>> {
  return useQuery({
    queryKey: [route, input],
    queryFn: (): Promise<RouteOutput<R>> => call(route, input),
    enabled,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
    ...(forget ? { gcTime: 0 } : {}),
    ...(staleTime === undefined ? {} : { staleTime }),
  })
}
