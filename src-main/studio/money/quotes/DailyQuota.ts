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
/** A limit of at most so many requests is small. Typing could use it up quickly, so requests are scarce earlier. */
const SMALL_LIMIT = 1000
const SCARCE_SHARE_OF_SMALL = 0.75
/** Share of the limit that bulk operations leave for single requests. */
const RESERVED_SHARE = 0.1

/** Whether so few requests remain that typing should be debounced for longer. */
export const isScarce = (quota: DailyQuota | null): boolean =>
  quota !== null &&
  quota.left <= quota.limit * (quota.limit <= SMALL_LIMIT ? SCARCE_SHARE_OF_SMALL : SCARCE_SHARE)

/** How many requests a bulk operation may use, so that some remain for single ones; null when no quota is known. */
export const availableForBulk = (quota: DailyQuota | null): number | null =>
  quota === null
    ? null
    : quota.until !== null
      ? 0
      : Math.max(0, quota.left - Math.ceil(quota.limit * RESERVED_SHARE))
