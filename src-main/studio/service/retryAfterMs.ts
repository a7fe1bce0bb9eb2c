/** A day: the longest wait that means something, and the length of the service's longest limit (facts.md §4). */
const LONGEST_MS = 86_400_000
const HTTP_DATE = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*,? .*\d\d:\d\d:\d\d/i

/** How long `Retry-After` asks to wait, in milliseconds from `now`, at most a day; null where it asks nothing readable. */
export const retryAfterMs = (headers: Record<string, string>, now: number): number | null => {
  const value = headers['retry-after']?.trim() ?? ''
  const wait = /^\d+(\.\d+)?$/.test(value)
    ? Number(value) * 1000
    : HTTP_DATE.test(value)
      ? Date.parse(value) - now
      : Number.NaN
  return Number.isNaN(wait) ? null : Math.min(LONGEST_MS, Math.max(0, Math.ceil(wait)))
}
