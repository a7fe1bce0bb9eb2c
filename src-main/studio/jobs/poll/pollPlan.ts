const SECOND = 1000
const MINUTE = 60 * SECOND
/** One of many jobs is first polled after this share of its usual duration. */
const FIRST_POLL_SHARE = 0.6
/** Margin after the predicted end, because the progress is reported in whole steps. */
const END_MARGIN_MS = 100
/** With a small quota, a job is first polled after this multiple of its usual duration, when it is most likely done. */
const FRUGAL_FIRST_POLL_SHARE = 1.2
/** The assumed duration of a job of a model without a history. */
const DEFAULT_DURATION_MS = 15 * SECOND
/** From this percentage on, the progress predicts the end well enough. */
const RELIABLE_PROGRESS = 20

/** What the time of a job's next poll depends on. */
export interface PollFacts {
  /** Time since the service accepted the job. */
  elapsedMs: number
  /** Polls made so far. */
  polls: number
  /** Polls in a row without a readable response. */
  failures: number
  /** The latest progress, and the one reported before it at another time; null if none. */
  latest: { at: number; progress: number } | null
  previous: { at: number; progress: number } | null
  /** The median duration of recent jobs of this model; null without a history. */
  typicalMs: number | null
  /**
   * How often to poll. `frequent` (the default): the user waits for this job. `sparing`: it is one of many. `frugal`:
   * the daily quota is small.
   */
  pace?: 'frequent' | 'sparing' | 'frugal'
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** The remaining time in ms, extrapolated from the last two readings of the progress; null if there are not two. */
function remainingBySlope({ latest, previous }: Pick<PollFacts, 'latest' | 'previous'>): number | null {
  if (!latest || !previous || latest.progress <= previous.progress || latest.at <= previous.at) return null
  return ((100 - latest.progress) * (latest.at - previous.at)) / (latest.progress - previous.progress)
}

/**
 * The delay before the next poll without jitter, ms. `scripts/bench/polls/polls.ts` measures the effect of its factors and
 * limits: the number of polls, and the time until an end is noticed.
 */
function delayWithoutJitter(facts: PollFacts): number {
  if (facts.failures > 0) return clamp(2 * SECOND * 2 ** (facts.failures - 1), 2 * SECOND, MINUTE)
  if (facts.pace === 'frugal') return frugalDelay(facts)
  if (facts.pace === 'sparing') {
    const delay = sparingDelay(facts)
    if (delay !== null) return delay
  }
  if (facts.polls === 0) return clamp((facts.typicalMs ?? 2 * SECOND) * 0.5, SECOND, 20 * SECOND)
  const bySlope = remainingBySlope(facts)
  const left = bySlope ?? (facts.typicalMs !== null ? facts.typicalMs - facts.elapsedMs : null)
  if (left !== null && left > 0) return clamp(left * 0.5, SECOND, 10 * SECOND)
  return oldJobDelay(facts) ?? clamp(SECOND * 1.4 ** facts.polls, SECOND, 10 * SECOND)
}

/** The delay for a job that runs unusually long, ms; null if it does not. */
function oldJobDelay({ elapsedMs }: PollFacts): number | null {
  if (elapsedMs > 60 * MINUTE) return 5 * MINUTE
  return elapsedMs > 10 * MINUTE ? MINUTE : null
}

/**
 * The predicted remaining time in ms; null if it is unknown. A low progress predicts far too much if the job
 * waited in the service's queue first, so the prediction is then at most the time that the job has taken so far.
 */
function remaining(facts: PollFacts): number | null {
  const predicted = remainingBySlope(facts) ?? remainingFromStart(facts)
  const isUnreliable = predicted !== null && (facts.latest?.progress ?? 0) < RELIABLE_PROGRESS
  return isUnreliable ? Math.min(predicted, facts.elapsedMs) : predicted
}

/** The predicted time of the end, by the clock of the readings; null if there is no progress. */
export function expectedEnd({
  latest,
  previous,
  acceptedAt,
}: Pick<PollFacts, 'latest' | 'previous'> & { acceptedAt: number }) {
  if (!latest) return null
  const facts = { latest, previous, elapsedMs: latest.at - acceptedAt }
  const left = remainingBySlope(facts) ?? remainingFromStart(facts)
  return left === null ? null : latest.at + left
}

/** The remaining time in ms, extrapolated from acceptance and the latest progress; null if there is no progress. */
function remainingFromStart({ latest, elapsedMs }: Pick<PollFacts, 'latest' | 'elapsedMs'>): number | null {
  if (!latest || latest.progress <= 0) return null
  return (elapsedMs * (100 - latest.progress)) / latest.progress
}

/**
 * The delay in ms before the next poll of one of many jobs. The first poll is sent well before the usual end, the next ones at the
 * predicted end. Null if neither end is known.
 */
function sparingDelay(facts: PollFacts): number | null {
  const { typicalMs, elapsedMs, polls } = facts
  const left = remaining(facts)
  if (polls === 0 && typicalMs !== null) return Math.max(SECOND, typicalMs * FIRST_POLL_SHARE - elapsedMs)
  if (left !== null && left > MINUTE) return clamp(left * 0.7, SECOND, 30 * MINUTE)
  if (left !== null && left > 0) return Math.max(SECOND, left * 1.02 + END_MARGIN_MS)
  return typicalMs === null ? null : (oldJobDelay(facts) ?? clamp(elapsedMs * 0.15, SECOND, MINUTE))
}

/** The delay in ms until the job is most likely done, for a small daily quota of polls. */
function frugalDelay(facts: PollFacts): number {
  const left = remaining(facts)
  if (facts.polls === 0)
    return Math.max(
      5 * SECOND,
      (facts.typicalMs ?? DEFAULT_DURATION_MS) * FRUGAL_FIRST_POLL_SHARE + 2 * SECOND - facts.elapsedMs,
    )
  if (left !== null && left > 0) return clamp(left * 1.15 + 3 * SECOND, 5 * SECOND, 30 * MINUTE)
  return clamp(facts.elapsedMs, 20 * SECOND, 60 * MINUTE)
}

/**
 * The delay before the next poll of a job in ms, with ±20 % jitter (±5 % where the end is predicted). Old jobs are polled slowly, but
 * for as long as they run.
 */
export const pollDelay = (facts: PollFacts, random: () => number): number => {
  const jitter = facts.pace === 'sparing' && facts.failures === 0 ? 0.05 : 0.2
  return Math.round(delayWithoutJitter(facts) * (1 - jitter + 2 * jitter * random()))
}

/** The median; null for an empty list. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}

/** What is known about a job when a poll finds it done. All times are in ms of the same clock. */
interface FoundDone {
  acceptedAt: number
  /** When the last poll found it running; null if none did. */
  runningAt: number | null
  /** The end that its progress predicted; null if it had none. */
  expectedAt: number | null
  foundAt: number
}

/** A job that no poll found running is assumed to have taken at least this share of the time until it was found done. */
const MIN_ELAPSED_SHARE = 0.4

/**
 * Estimates when a job was done. The time of the poll that found it done is a bad estimate: after a late poll the model
 * would look slow, and the polls of its next jobs would be even later.
 */
export function doneTime({ acceptedAt, runningAt, expectedAt, foundAt }: FoundDone): number {
  const from = runningAt ?? acceptedAt + (foundAt - acceptedAt) * MIN_ELAPSED_SHARE
  const isLikely = expectedAt !== null && expectedAt > from && expectedAt < foundAt
  return Math.round(isLikely ? expectedAt : (from + foundAt) / 2)
}
