import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Merges a change into the cached data of all queries under a key, and into the responses of fetches in flight, which
 * may be older than the change. `merge` returns the same object if nothing changes.
 */
export function mergeIntoQueries<T>(
  client: QueryClient,
  queryKey: QueryKey,
  merge: (data: T, key: QueryKey) => T,
): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const mergeNow = () => {
      const old = client.getQueryData<T>(query.queryKey)
      if (old === undefined || old === null) return
      const merged = merge(old, query.queryKey)
      if (merged !== old) client.setQueryData<T>(query.queryKey, () => merged)
    }
    mergeNow()
    // A failed or cancelled fetch leaves the merged data in place.
    if (query.state.fetchStatus === 'fetching') query.promise?.then(mergeNow, () => {})
  }
}
