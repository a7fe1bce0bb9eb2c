/** One frame at 20 frames per second, in milliseconds: the file of a video of exactly the maximum duration may be reported as one frame longer. */
const FRAME_MS = 50

interface DurationLimits {
  minSeconds?: number | undefined
  maxSeconds?: number | undefined
}

/** Why a file is too short or too long for a field; null if it isn't, or if its duration in milliseconds is unknown. */
export function durationIssue(
  limits: DurationLimits,
  durationMs: number | null,
): 'too_short' | 'too_long' | null {
  if (durationMs === null) return null
  const { min, max } = durationRangeMs(limits)
  if (min !== null && durationMs < min) return 'too_short'
  return max !== null && durationMs > max ? 'too_long' : null
}

/** The durations in milliseconds that a field takes, both included; null for no limit. */
export const durationRangeMs = ({ minSeconds, maxSeconds }: DurationLimits) => ({
  min: minSeconds === undefined ? null : Math.round(minSeconds * 1000),
  max: maxSeconds === undefined ? null : Math.round(maxSeconds * 1000) + FRAME_MS,
})
