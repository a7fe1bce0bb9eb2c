const KEY = 'easel.palette'
const MAX_ENTRIES = 30

/** Ids of the entries that were used, the last used one first. They are kept across restarts. */
export const recentEntries = {
  get: (): string[] => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
      return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
    } catch {
      return []
    }
  },
  add: (id: string): void => {
    const ids = [id, ...recentEntries.get().filter((other) => other !== id)]
    localStorage.setItem(KEY, JSON.stringify(ids.slice(0, MAX_ENTRIES)))
  },
}
