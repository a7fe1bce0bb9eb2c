const SECOND = 1000
const MINUTE = 60 * SECOND

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
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

/** What is left by the slope of the progress, ms; null where the slope says nothing. */
function remainingBySlope({ now, before }: PollFacts): number | null {
  if (!now || !before || now.progress <= before.progress || now.at <= before.at) return null
  return ((100 - now.progress) * (now.at - before.at)) / (now.progress - before.progress)
}

function plainDelay(facts: PollFacts): number {
  if (facts.failures > 0) return clamp(2 * SECOND * 2 ** (facts.failures - 1), 2 * SECOND, MINUTE)
  if (facts.polls === 0) return clamp((facts.typical ?? 2 * SECOND) * 0.5, SECOND, 20 * SECOND)
  const bySlope = remainingBySlope(facts)
  const left = bySlope ?? (facts.typical !== null ? facts.typical - facts.elapsed : null)
  if (left !== null && left > 0) return clamp(left * 0.5, SECOND, 10 * SECOND)
  if (facts.elapsed > 60 * MINUTE) return 5 * MINUTE
  if (facts.elapsed > 10 * MINUTE) return MINUTE
  return clamp(SECOND * 1.4 ** facts.polls, SECOND, 10 * SECOND)
}

/** How long to wait before the next poll of a job, ms, with ±20 % jitter. Old jobs go to a slow lane, none is given up. */
export const pollDelay = (facts: PollFacts, random: () => number): number =>
  Math.round(plainDelay(facts) * (0.8 + 0.4 * random()))
