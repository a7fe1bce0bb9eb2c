import { serviceErrors } from '../../../src-preload/contract/errors.ts'
import type { Unpriced } from './Asked.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * Until when no further price may be asked of a connection: as long as the service says, else a minute for its limit per
 * minute and the next midnight UTC for its limit per day (facts.md §4). Null: no need to hold back.
 */
export function heldUntil({ problem, waitsUntil }: Unpriced, now: number): number | null {
  const told = typeof waitsUntil === 'number' && waitsUntil > now ? Math.min(waitsUntil, now + DAY_MS) : null
  if (told !== null) return told
  if (problem.code === serviceErrors.rateLimited) return now + MINUTE_MS
  if (problem.code === serviceErrors.pricesUsedUp) return (Math.floor(now / DAY_MS) + 1) * DAY_MS
  return null
}
