import type { RouteInput, RouteName } from '../../src-preload/contract/routes.ts'
import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
} from '@tanstack/react-query'

/** Timestamp of data from an earlier session, older than all data of this one, in ms since the epoch. */
export const RESTORED_AT = 1

/**
 * Also invalidates the response of a first request in flight, which may be older than the change. The base class only repeats requests
 * of queries that have data.
 */
class StudioQueryClient extends QueryClient {
  /** First requests that are repeated once they have settled, however many changes arrive until then. */
  readonly #repeated = new WeakSet<Promise<unknown>>()

  override invalidateQueries<K extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<K> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    for (const { state, promise, queryKey } of this.getQueryCache().findAll(filters)) {
      if (state.fetchStatus !== 'fetching' || state.data !== undefined || !promise) continue
      const { refetchType } = filters
      if (refetchType === undefined) {
        if (this.#repeated.has(promise)) continue
        this.#repeated.add(promise)
      }
      const invalidate = () =>
        super.invalidateQueries({ queryKey, exact: true, ...(refetchType && { refetchType }) }, options)
      promise.then(invalidate, () => {})
    }
    return super.invalidateQueries(filters, options)
  }
}

/** The server is the local studio, whose events report changes, so nothing is retried or refetched on focus. */
export const makeQueryClient = (): QueryClient =>
  new StudioQueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 60_000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/**
 * Key of a route's cached responses, as `useApiQuery` stores them. With some fields of the input, or none, it matches all
 * queries whose input has these values.
 */
export const routeKey = <R extends RouteName>(
  route: R,
  input?: Partial<RouteInput<R>>,
): readonly [R, Partial<RouteInput<R>>?] => (input === undefined ? [route] : [route, input])

/** The cache key of the settings. */
export const SETTINGS_KEY: QueryKey = ['settings.get', undefined]

/**
 * Merges a change into the cached data of all queries under a key, and into the responses of fetches in flight, which
 * may be older than the change. `merge` returns the same object if nothing changes.
 */
export function mergeIntoQueries<T>(client: QueryClient, queryKey: QueryKey, merge: (data: T) => T): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const mergeNow = () => {
      const old = client.getQueryData<T>(query.queryKey)
      if (old === undefined || old === null) return
      const merged = merge(old)
      if (merged !== old) client.setQueryData<T>(query.queryKey, () => merged)
    }
    mergeNow()
    // A failed or cancelled fetch leaves the merged data in place.
    if (query.state.fetchStatus === 'fetching') query.promise?.then(mergeNow, () => {})
  }
}
