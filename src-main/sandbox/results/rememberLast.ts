/** Remembers what the last few keys gave, and makes nothing twice at the same time; failures are forgotten. */
export function rememberLast<T>(kept: number): (key: string, make: () => Promise<T>) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return async (key, make) => {
    const known = made.get(key)
    if (known) return known
    const making = make()
    made.set(key, making)
    making.catch(() => made.delete(key))
    for (const oldest of made.keys()) {
      if (made.size <= kept) break
      made.delete(oldest)
    }
    return making
  }
}
