import type { Job } from '../../../../src-preload/contract/types/job.ts'

/** Milliseconds, from and to. */
export type Range = readonly [number, number]

/** Fewer finished jobs of a model than this say nothing. */
const FEWEST = 3

/** How long each model's saved jobs took: the middle half of them, by slug. */
export function historyOf(jobs: readonly Job[]): Map<string, Range> {
  const took = new Map<string, number[]>()
  for (const { state, model, tookMs } of jobs)
    if (state === 'saved' && tookMs !== null) took.set(model.slug, [...(took.get(model.slug) ?? []), tookMs])
  const ranges = new Map<string, Range>()
  for (const [slug, all] of took) {
    const sorted = all.toSorted((a, b) => a - b)
    const at = (part: number) => sorted[Math.round(part * (sorted.length - 1))] ?? 0
    if (sorted.length >= FEWEST) ranges.set(slug, [at(0.25), at(0.75)])
  }
  return ranges
}

/** What is left of it after `elapsed`; null once it takes longer than its model usually does. */
export function leftOf(range: Range | undefined, elapsed: number): Range | null {
  if (!range || elapsed >= range[1]) return null
  return [Math.max(0, range[0] - elapsed), range[1] - elapsed]
}

/** Fewer ends than this are no pace. */
const FEWEST_ENDS = 5
const LOOK_BACK_MS = 600_000

/** How long `left` jobs take at the pace the last ones ended with, give or take its own chance; null without a pace. */
export function queueLeft(jobs: readonly Job[], left: number, now: number): Range | null {
  const ends = jobs.flatMap(({ state, finishedAt }) =>
    state === 'saved' && finishedAt !== null && now - finishedAt < LOOK_BACK_MS ? [finishedAt] : [],
  )
  if (left === 0 || ends.length < FEWEST_ENDS) return null
  const span = now - Math.min(...ends)
  const spread = Math.sqrt(ends.length)
  return [(left * span) / (ends.length + spread), (left * span) / (ends.length - spread)]
}
