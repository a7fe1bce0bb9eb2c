import type { DurationRange } from '../../../../src-preload/contract/types/progress.ts'

/** When a job was sent and when its file was saved, in ms since the epoch. */
export interface FinishedJob {
  sentAt: number
  finishedAt: number
}

/** The remaining work of one model on one connection. */
export interface RemainingWork {
  unsent: number
  running: number
  /** How long the oldest running job has run. */
  elapsedMs: number
  /** The range of the durations of a job; null with too little history. */
  usualMs: DurationRange | null
  /** The time between the ends of two jobs while many run; null with too little history. */
  paceMs: DurationRange | null
  /** The detected rate limit for sending; null if none is known. */
  ratePerSecond: number | null
  /** Time until the next job may be sent. */
  sendDelayMs: number
  /** Time until jobs are polled again; no end is noticed before that. */
  pollDelayMs: number
}

/** Minimum number of saved jobs for an estimate. */
const MIN_JOBS = 3
/** Minimum number of saved jobs for an estimate of the time between their ends. */
const MIN_JOBS_FOR_PACE = 6
/**
 * Without a known pace, at most this many jobs get an estimate: the range from running all at once to running one after another.
 */
const MAX_WITHOUT_PACE = 4

/** The interquartile range of durations, ms; null with too few. */
export function usualDuration(durations: readonly number[]): DurationRange | null {
  if (durations.length < MIN_JOBS) return null
  const sorted = [...durations].sort((a, b) => a - b)
  const quantile = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0
  return [quantile(0.25), quantile(0.75)]
}

/** The time between the ends of two jobs, as a range that is wider for a small sample. Time in which no job ran does not count. */
export function measurePace(ended: readonly FinishedJob[]): DurationRange | null {
  if (ended.length < MIN_JOBS_FOR_PACE) return null
  const ends = ended.map(({ finishedAt }) => finishedAt)
  const busy = busyTime(ended, Math.min(...ends), Math.max(...ends))
  const steps = ended.length - 1
  const spread = Math.sqrt(steps)
  return [busy / (steps + spread), busy / (steps - spread)]
}

/** How much of the time between `from` and `to` at least one job ran, in ms. */
function busyTime(ended: readonly FinishedJob[], from: number, to: number): number {
  const sorted = ended.toSorted((a, b) => a.sentAt - b.sentAt)
  let covered = from
  let busy = 0
  for (const { sentAt, finishedAt } of sorted) {
    const start = Math.max(covered, sentAt)
    const end = Math.min(to, finishedAt)
    if (end > start) busy += end - start
    covered = Math.max(covered, end)
  }
  return busy
}

/** The time until all jobs are done, ms; null with too little history. */
export function estimateTimeLeft({
  unsent,
  running,
  elapsedMs: elapsed,
  usualMs: usual,
  paceMs: pace,
  ratePerSecond: rate,
  sendDelayMs: sendDelay,
  pollDelayMs: pollDelay,
}: RemainingWork): DurationRange | null {
  const jobs = unsent + running
  if (jobs === 0) return [0, 0]
  if (!usual) return null
  // The oldest running job probably ends first.
  const elapsedOfNext = running > 0 ? elapsed : 0
  // A job that already runs longer than usual gives no estimate.
  if (jobs === 1 && elapsedOfNext >= usual[1]) return null
  const next: DurationRange = [Math.max(0, usual[0] - elapsedOfNext), Math.max(0, usual[1] - elapsedOfNext)]
  if (!pace && jobs > MAX_WITHOUT_PACE) return null
  /** The time that these jobs take in addition to the first one. */
  const additionalTime = (others: number): DurationRange =>
    pace ? [others * pace[0], others * pace[1]] : [0, others * usual[1]]
  const rest = additionalTime(jobs - 1)
  const left: DurationRange = [Math.max(pollDelay, next[0] + rest[0]), Math.max(pollDelay, next[1] + rest[1])]
  if (unsent === 0) return left
  // The last job can't end before it was sent and has run for its own duration. After a wait the jobs start one after another.
  const sending = rate === null ? 0 : ((unsent - 1) * 1000) / rate
  const timeAfterWait = sendDelay > 0 ? additionalTime(unsent - 1) : [0, 0]
  const latest = (bound: 0 | 1) =>
    Math.max(left[bound], sendDelay + Math.max(sending, timeAfterWait[bound] ?? 0) + usual[bound])
  return [latest(0), latest(1)]
}

/**
 * Combines the remaining times of models that share a connection. Together they take at least as long as the longest one, and at most as
 * long as all of them one after another.
 */
export function combineModels(spans: readonly (DurationRange | null)[]): DurationRange | null {
  let [low, high] = [0, 0]
  for (const span of spans) {
    if (!span) return null
    low = Math.max(low, span[0])
    high += span[1]
  }
  return [low, high]
}

/** Combines the remaining times of connections. They are independent of each other, so together they take as long as the longest one. */
export function combineConnections(spans: readonly (DurationRange | null)[]): DurationRange | null {
  let [low, high] = [0, 0]
  for (const span of spans) {
    if (!span) return null
    low = Math.max(low, span[0])
    high = Math.max(high, span[1])
  }
  return [low, high]
}
