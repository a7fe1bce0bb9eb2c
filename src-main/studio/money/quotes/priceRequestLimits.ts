import type { RateLimits } from '../../service/rate-limits/RateLimits.ts'
import type { Clock } from '../../world.ts'

/** The daily limit for one kind of request, as the service states it. */
export interface DailyQuota {
  limit: number
  /** Requests that remain today. */
  left: number
  /** Until when no request is allowed (ms since the epoch); null when requests are allowed. */
  until: number | null
}

/** Requests are scarce if at most this share of the daily limit remains. */
const SCARCE_SHARE = 0.25
/** A limit of at most this many requests is small. Typing could use it up quickly, so requests are scarce earlier. */
const SMALL_LIMIT = 1000
const SCARCE_SHARE_OF_SMALL = 0.75
/** Share of the limit that bulk operations leave for single requests. */
const RESERVED_SHARE = 0.1

/** Whether few requests remain, so that typing should be debounced for longer. */
export const isScarce = (quota: DailyQuota | null): boolean =>
  quota !== null &&
  quota.left <= quota.limit * (quota.limit <= SMALL_LIMIT ? SCARCE_SHARE_OF_SMALL : SCARCE_SHARE)

/**
 * How many prices a bulk operation may request on a connection today, so that some requests remain for single prices; null when no quota
 * is known.
 */
export function remainingForBulk(
  limits: Pick<RateLimits, 'getDailyQuota'>,
  connectionId: string,
): number | null {
  const quota = limits.getDailyQuota({ kind: 'price', connectionId })
  if (quota === null) return null
  return quota.until === null ? Math.max(0, quota.left - Math.ceil(quota.limit * RESERVED_SHARE)) : 0
}

/** How long typing must pause before a price is requested. */
const DEBOUNCE_MS = 120
/** Edits with smaller gaps than this belong to one burst. */
const BURST_GAP_MS = 500
/** Maximum number of drafts whose bursts are kept; the oldest is dropped first. */
const MAX_DRAFTS = 500

/** The last burst of edits of a draft. */
interface Burst {
  /** The price key of the last edit. */
  key: string
  editedAt: number
  /** Whether a request was already sent in this burst. */
  wasSent: boolean
}

/**
 * Debounces the price requests of drafts: the first request of a burst of edits is sent soon, a second one only when the burst is
 * over. A burst therefore sends at most two requests.
 */
export class QuoteDebouncer {
  readonly #clock: Clock
  readonly #drafts = new Map<string, Burst>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Records an edit if the key has changed, and returns the delay of its request in milliseconds. */
  delayFor({ draftId, key, kind }: { draftId: string; key: string; kind: 'typing' | 'choice' }): number {
    const now = this.#clock.now()
    const previous = this.#drafts.get(draftId)
    const isSameBurst =
      previous !== undefined && now >= previous.editedAt && now - previous.editedAt < BURST_GAP_MS
    const isSecondRequest = isSameBurst && previous.wasSent
    this.#drafts.delete(draftId)
    this.#drafts.set(draftId, {
      key,
      wasSent: isSecondRequest,
      editedAt: previous?.key === key ? previous.editedAt : now,
    })
    this.#forgetOldest()
    if (isSecondRequest) return BURST_GAP_MS
    return kind === 'choice' ? 0 : DEBOUNCE_MS
  }

  /** Records that a request was sent for the draft. */
  recordSent(draftId: string): void {
    const burst = this.#drafts.get(draftId)
    if (burst) burst.wasSent = true
  }

  #forgetOldest(): void {
    const [oldest] = this.#drafts.keys()
    if (oldest !== undefined && this.#drafts.size > MAX_DRAFTS) this.#drafts.delete(oldest)
  }
}
