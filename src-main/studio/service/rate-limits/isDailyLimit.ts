import { limitHeaders } from './limitHeaders.ts'
import { retryAfterMs } from './retryAfterMs.ts'

const HOUR_MS = 3_600_000

/** Whether a 429 is about the daily quota, not the limit per minute: by its type, by what remains, or by a wait of over an hour. */
export const isDailyLimit = (headers: Record<string, string>, now: number): boolean => {
  if (/^\s*(daily|day)\s*$/i.test(headers['x-ratelimit-type'] ?? '')) return true
  const { minute, daily } = limitHeaders(headers)
  if (daily?.remaining === 0 && minute?.remaining !== 0) return true
  return (retryAfterMs(headers, now) ?? 0) > HOUR_MS
}
