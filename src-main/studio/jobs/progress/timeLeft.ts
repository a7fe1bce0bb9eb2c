import type { Span } from '../../../../src-preload/contract/types/work.ts'

/** A saved job: when it was sent and when its file was saved, ms since the epoch. */
export interface Ended {
  sentAt: number
  finishedAt: number
}

/** The remaining work of one model on one connection. */
export interface ToCome {
  unsent: number
  running: number
  /** How long the oldest running job has run, ms. */
  elapsed: number
  /** Duration of one job; null: too little history. */
  usual: Span | null
  /** Time between two finished jobs while many run; null: too little history. */
  pace: Span | null
  /** The learnt rate limit in requests a second. */
  rate: number | null
  /** How long none of its jobs may be sent, ms. */
  delay: number
  /** How long none of its jobs is polled, ms: none is known to be done before. */
  unasked: number
}

/** Fewer saved jobs than this give no expected time. */
const FEWEST = 3
/** Fewer finished jobs than this give no throughput. */
const FEWEST_ENDS = 6
/** Up to this many jobs have a range without a throughput: between all at once and one after another. */
const MAX_WITHOUT_PACE = 4

/** The interquartile range of durations, ms; null with too few. */
export function usualOf(took: readonly number[]): Span | null {
  if (took.length < FEWEST) return null
  const sorted = [...took].sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))] ?? 0
  return [at(0.25), at(0.75)]
}

/** Busy time per finished job, with the uncertainty of a small sample; idle hours don't count. */
export function paceOf(ended: readonly Ended[]): Span | null {
  if (ended.length < FEWEST_ENDS) return null
  const ends = ended.map(({ finishedAt }) => finishedAt)
  const busy = busyTime(ended, Math.min(...ends), Math.max(...ends))
  const steps = ended.length - 1
  const spread = Math.sqrt(steps)
  return [busy / (steps + spread), busy / (steps - spread)]
}

/** How much of a time span is covered by intervals. */
function busyTime(ended: readonly Ended[], from: number, to: number): number {
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

/** The total time; null with too little history. */
export function leftOf({ unsent, running, elapsed, usual, pace, rate, delay, unasked }: ToCome): Span | null {
  const jobs = unsent + running
  if (jobs === 0) return [0, 0]
  if (!usual) return null
  const gone = running > 0 ? elapsed : 0
  // A job that already runs longer than usual gives no estimate.
  if (jobs === 1 && gone >= usual[1]) return null
  const next: Span = [Math.max(0, usual[0] - gone), Math.max(0, usual[1] - gone)]
  if (!pace && jobs > MAX_WITHOUT_PACE) return null
  const behind = (others: number): Span =>
    pace ? [others * pace[0], others * pace[1]] : [0, others * usual[1]]
  const rest = behind(jobs - 1)
  const left: Span = [Math.max(unasked, next[0] + rest[0]), Math.max(unasked, next[1] + rest[1])]
  if (unsent === 0) return left
  // No job is done before it was sent and ran its own time; after a wait they start one after another.
  const sending = rate === null ? 0 : ((unsent - 1) * 1000) / rate
  const after = delay > 0 ? behind(unsent - 1) : [0, 0]
  const end = (at: 0 | 1) => Math.max(left[at], delay + Math.max(sending, after[at] ?? 0) + usual[at])
  return [end(0), end(1)]
}

/** Models that run in parallel on one connection: from the longest alone to one after another. */
export function sideBySide(spans: readonly (Span | null)[]): Span | null {
  let [low, high] = [0, 0]
  for (const span of spans) {
    if (!span) return null
    low = Math.max(low, span[0])
    high += span[1]
  }
  return [low, high]
}

/** Connections that are independent of each other. */
export function longest(spans: readonly (Span | null)[]): Span | null {
  let [low, high] = [0, 0]
  for (const span of spans) {
    if (!span) return null
    low = Math.max(low, span[0])
    high = Math.max(high, span[1])
  }
  return [low, high]
}
