/** Memoizes an async function for its most recent keys. Concurrent calls share one result; failures are not cached. */
export function memoizeRecent<T>(size: number): (key: string, make: () => Promise<T>) => Promise<T> {
  const cache = new Map<string, Promise<T>>()
  return async (key, make) => {
    const cached = cache.get(key)
    if (cached) return cached
    const pending = make()
    cache.set(key, pending)
    pending.catch(() => cache.delete(key))
    for (const oldest of cache.keys()) {
      if (cache.size <= size) break
      cache.delete(oldest)
    }
    return pending
  }
}
