import type { Span } from '../../../src-preload/contract/types/work.ts'

/** One job that came to its end: when it was sent and when its file was saved, ms since the epoch. */
export interface Ended {
  sentAt: number
  finishedAt: number
}

/** What is still to come of one model on one connection. */
export interface ToCome {
  unsent: number
  running: number
  /** How long the oldest of the running ones has run, ms. */
  elapsed: number
  /** How long one takes; null: too little history. */
  usual: Span | null
  /** Time between two ends while many are at work; null: too little history. */
  pace: Span | null
  /** Requests a second the service lets through, as far as it was learnt. */
  rate: number | null
  /** How long nothing of it may be sent, ms. */
  delay: number
  /** How long nothing of it is asked after, ms: none is known to be done before. */
  unasked: number
}

/** Fewer saved jobs than this say nothing of how long one takes. */
const FEWEST = 3
/** Fewer ends than this are no pace. */
const FEWEST_ENDS = 6
/** As many as this may be told without a pace: between all at once and one after another. */
const MOST_WITHOUT_PACE = 4

/** The middle half of what was taken, ms; null where there is too little. */
export function usualOf(took: readonly number[]): Span | null {
  if (took.length < FEWEST) return null
  const sorted = [...took].sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))] ?? 0
  return [at(0.25), at(0.75)]
}

/** Busy time per end, give or take the chance in so few of them; hours with nothing at work do not count. */
export function paceOf(ended: readonly Ended[]): Span | null {
  if (ended.length < FEWEST_ENDS) return null
  const ends = ended.map(({ finishedAt }) => finishedAt)
  const busy = busyTime(ended, Math.min(...ends), Math.max(...ends))
  const steps = ended.length - 1
  const spread = Math.sqrt(steps)
  return [busy / (steps + spread), busy / (steps - spread)]
}

/** How much of the time between two moments was covered. */
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

/** How long all of it takes; null where the history says too little. */
export function leftOf({ unsent, running, elapsed, usual, pace, rate, delay, unasked }: ToCome): Span | null {
  const jobs = unsent + running
  if (jobs === 0) return [0, 0]
  if (!usual) return null
  const gone = running > 0 ? elapsed : 0
  // One that takes longer than its like says nothing more.
  if (jobs === 1 && gone >= usual[1]) return null
  const next: Span = [Math.max(0, usual[0] - gone), Math.max(0, usual[1] - gone)]
  if (!pace && jobs > MOST_WITHOUT_PACE) return null
  const behind = (others: number): Span =>
    pace ? [others * pace[0], others * pace[1]] : [0, others * usual[1]]
  const rest = behind(jobs - 1)
  const left: Span = [Math.max(unasked, next[0] + rest[0]), Math.max(unasked, next[1] + rest[1])]
  if (unsent === 0) return left
  // None is done before it is sent, and has taken its own time then; after a wait they begin one behind the other.
  const sending = rate === null ? 0 : ((unsent - 1) * 1000) / rate
  const after = delay > 0 ? behind(unsent - 1) : [0, 0]
  const end = (at: 0 | 1) => Math.max(left[at], delay + Math.max(sending, after[at] ?? 0) + usual[at])
  return [end(0), end(1)]
}

/** Of models at work side by side on one connection: as long as the longest, up to one after another. */
export function sideBySide(spans: readonly (Span | null)[]): Span | null {
  let [low, high] = [0, 0]
  for (const span of spans) {
    if (!span) return null
    low = Math.max(low, span[0])
    high += span[1]
  }
  return [low, high]
}

/** Of connections that know nothing of each other. */
export function longest(spans: readonly (Span | null)[]): Span | null {
  let [low, high] = [0, 0]
  for (const span of spans) {
    if (!span) return null
    low = Math.max(low, span[0])
    high = Math.max(high, span[1])
  }
  return [low, high]
}
