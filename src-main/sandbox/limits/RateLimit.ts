import type { Endpoint } from '../http/Call.ts'

/** How often one kind of request is answered. */
export interface RateLimit {
  perMinute?: number
  /** Requests at once from a full bucket; default `perMinute`. */
  burst?: number
  /** Reset at midnight UTC. */
  perDay?: number
  /** What a 429 says about when to come back. */
  retryAfter?: 'seconds' | 'date' | 'none'
}

export type RateLimits = Partial<Record<Endpoint, RateLimit>>

/** The live service's smallest account (facts.md §4). */
export const BASIC_LIMITS: RateLimits = {
  submit: { perMinute: 3, perDay: 100 },
  price: { perMinute: 50, perDay: 200 },
  status: { perMinute: 50, perDay: 200 },
}
