const SECOND = 1000
const MINUTE = 60 * SECOND
/** Of the usual length, the first look at one of many. */
const FIRST_LOOK = 0.6
/** After a job must be done by its progress, which is told in whole steps. */
const NOTICE_MS = 100
/** Of the usual length, the first look where every poll counts, and what is taken for the usual length without a history. */
const LATE_LOOK = 1.2
const FIRST_GUESS = 15 * SECOND

export interface PollFacts {
  /** Since the service accepted the job, ms. */
  elapsed: number
  /** Polls made so far. */
  polls: number
  /** Polls in a row that gave no readable answer. */
  failures: number
  /** Latest progress told, and the one told before it at another time; null where none. */
  now: { at: number; progress: number } | null
  before: { at: number; progress: number } | null
  /** How long jobs of this model usually take, ms; null without a history. */
  typical: number | null
  /** `close`: someone watches. `sparing`: one of many. `frugal`: the day's quota is small. Absent: close. */
  care?: 'close' | 'sparing' | 'frugal'
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** What is left by the slope of the progress, ms; null where the slope says nothing. */
function remainingBySlope({ now, before }: Pick<PollFacts, 'now' | 'before'>): number | null {
  if (!now || !before || now.progress <= before.progress || now.at <= before.at) return null
  return ((100 - now.progress) * (now.at - before.at)) / (now.progress - before.progress)
}

function plainDelay(facts: PollFacts): number {
  if (facts.failures > 0) return clamp(2 * SECOND * 2 ** (facts.failures - 1), 2 * SECOND, MINUTE)
  if (facts.care === 'frugal') return frugalDelay(facts)
  if (facts.care === 'sparing') {
    const delay = sparingDelay(facts)
    if (delay !== null) return delay
  }
  if (facts.polls === 0) return clamp((facts.typical ?? 2 * SECOND) * 0.5, SECOND, 20 * SECOND)
  const bySlope = remainingBySlope(facts)
  const left = bySlope ?? (facts.typical !== null ? facts.typical - facts.elapsed : null)
  if (left !== null && left > 0) return clamp(left * 0.5, SECOND, 10 * SECOND)
  return slowLane(facts) ?? clamp(SECOND * 1.4 ** facts.polls, SECOND, 10 * SECOND)
}

function slowLane({ elapsed }: PollFacts): number | null {
  if (elapsed > 60 * MINUTE) return 5 * MINUTE
  return elapsed > 10 * MINUTE ? MINUTE : null
}

/** When a job should be done by the progress told so far, counted from its acceptance; null where that says nothing. */
export function expectedEnd({
  now,
  before,
  acceptedAt,
}: Pick<PollFacts, 'now' | 'before'> & { acceptedAt: number }) {
  if (!now) return null
  const facts = { now, before, elapsed: now.at - acceptedAt }
  const left = remainingBySlope(facts) ?? remainingFromStart(facts)
  return left === null ? null : now.at + left
}

/** What the progress so far lets expect, counted from the acceptance; null where it says nothing. */
function remainingFromStart({ now, elapsed }: Pick<PollFacts, 'now' | 'elapsed'>): number | null {
  if (!now || now.progress <= 0) return null
  return (elapsed * (100 - now.progress)) / now.progress
}

/** Soon enough that hardly one is done unseen, then when the progress says that it is; null: neither is known. */
function sparingDelay(facts: PollFacts): number | null {
  const { typical, elapsed, polls } = facts
  const left = remainingBySlope(facts) ?? remainingFromStart(facts)
  if (polls === 0 && typical !== null) return Math.max(SECOND, typical * FIRST_LOOK - elapsed)
  if (left !== null && left > MINUTE) return clamp(left * 0.7, SECOND, 30 * MINUTE)
  if (left !== null && left > 0) return Math.max(SECOND, left * 1.02 + NOTICE_MS)
  return typical === null ? null : (slowLane(facts) ?? clamp(elapsed * 0.15, SECOND, MINUTE))
}

/** As few as can be: late at first, and then not before the job must be done. */
function frugalDelay(facts: PollFacts): number {
  const left = remainingBySlope(facts) ?? remainingFromStart(facts)
  if (facts.polls === 0)
    return Math.max(5 * SECOND, (facts.typical ?? FIRST_GUESS) * LATE_LOOK + 2 * SECOND - facts.elapsed)
  if (left !== null && left > 0) return clamp(left * 1.15 + 3 * SECOND, 5 * SECOND, 30 * MINUTE)
  return clamp(facts.elapsed, 20 * SECOND, 60 * MINUTE)
}

/** How long to wait before the next poll of a job, ms, with ±20 % jitter. Old jobs go to a slow lane, none is given up. */
export const pollDelay = (facts: PollFacts, random: () => number): number => {
  const jitter = facts.care === 'sparing' && facts.failures === 0 ? 0.05 : 0.2
  return Math.round(plainDelay(facts) * (1 - jitter + 2 * jitter * random()))
}
