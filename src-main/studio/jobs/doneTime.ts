/** What is known of a job that a poll has just found done. Times are milliseconds since the epoch. */
export interface FoundDone {
  acceptedAt: number
  /** When the last poll that found it running was answered; null where none did. */
  runningAt: number | null
  /** When the progress told before let it be expected; null where it told nothing. */
  expectedAt: number | null
  foundAt: number
}

/** Of the time until it was found, so much a job that no poll saw running has surely taken: somewhere after it it was done. */
const UNSEEN = 0.4

/**
 * When a job was done, as far as can be told: not when it was found so, or a late poll would teach that its model is slow,
 * and the next poll would come later still.
 */
export function doneTime({ acceptedAt, runningAt, expectedAt, foundAt }: FoundDone): number {
  const from = runningAt ?? acceptedAt + (foundAt - acceptedAt) * UNSEEN
  const isLikely = expectedAt !== null && expectedAt > from && expectedAt < foundAt
  return Math.round(isLikely ? expectedAt : (from + foundAt) / 2)
}
