/** What is known about a job when a poll finds it done. Times are milliseconds since the epoch. */
export interface FoundDone {
  acceptedAt: number
  /** When the last poll found it running; null if none did. */
  runningAt: number | null
  /** The end that its progress predicted; null if it had none. */
  expectedAt: number | null
  foundAt: number
}

/** Share of the time until it was found that a job took at least, if no poll saw it running. */
const UNSEEN = 0.4

/**
 * Estimates when a job was done. The time of the poll that found it would make its model look slow after a late poll, and delay
 * the next polls further.
 */
export function doneTime({ acceptedAt, runningAt, expectedAt, foundAt }: FoundDone): number {
  const from = runningAt ?? acceptedAt + (foundAt - acceptedAt) * UNSEEN
  const isLikely = expectedAt !== null && expectedAt > from && expectedAt < foundAt
  return Math.round(isLikely ? expectedAt : (from + foundAt) / 2)
}
