import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { RouteInput, RouteName, RouteOutput } from '../../src-preload/contract/routes.ts'
import { call } from './call.ts'

interface Options {
  enabled?: boolean
  /** Keep showing the answer to the question before while the new one comes. */
  keep?: boolean
  staleTime?: number
  /** Drop the answer as soon as nobody looks at it: for questions with ever new inputs. */
  forget?: boolean
}

/** What a route answers, cached under `[route, input]`; studio events keep it fresh. */
export function useRoute<R extends RouteName>(
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
