/** Memoizes an async function for its most recent keys. Concurrent calls share one result; failures are not cached. */
export function memoizeRecent<T>(maxEntries: number): (key: string, create: () => Promise<T>) => Promise<T> {
  const cache = new Map<string, Promise<T>>()
  return async (key, create) => {
    const cached = cache.get(key)
    if (cached) return cached
    const pending = create()
    cache.set(key, pending)
    pending.catch(() => cache.delete(key))
    for (const oldest of cache.keys()) {
      if (cache.size <= maxEntries) break
      cache.delete(oldest)
    }
    return pending
  }
}
