/** What a service allows of one kind of request a day, where it has said so. */
export interface Quota {
  limit: number
  left: number
  /** Until when nothing is left, or the service wants none (ms since the epoch); null: something is. */
  until: number | null
}

/** A quota this small is spent with care from early on. */
const SMALL = 1000
const SCARCE = 0.25
const SCARCE_OF_SMALL = 0.75
const KEPT = 0.1

/** Whether so little is left that a question waits until its asker has surely come to an end. */
export const isScarce = (quota: Quota | null): boolean =>
  quota !== null && quota.left <= quota.limit * (quota.limit <= SMALL ? SCARCE_OF_SMALL : SCARCE)

/** What many questions at once may use, so that some are left for single ones; null: nothing is known of a quota. */
export const leftForMany = (quota: Quota | null): number | null =>
  quota === null ? null : quota.until !== null ? 0 : Math.max(0, quota.left - Math.ceil(quota.limit * KEPT))
