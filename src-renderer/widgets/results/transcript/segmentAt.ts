import type { Segment } from '../../../../src-preload/contract/types/text.ts'

/**
 * Index of the segment spoken at `time` in seconds, -1 for none. In a pause it is the one before; segments without
 * times are passed over.
 */
export function segmentAt(segments: readonly Pick<Segment, 'start'>[], time: number): number {
  let low = 0
  let high = segments.length - 1
  let found = -1
  while (low <= high) {
    const middle = (low + high) >> 1
    const timed = timedAtOrBefore(segments, middle, low)
    const start = segments[timed]?.start ?? null
    if (timed === -1 || start === null) low = middle + 1
    else if (start <= time) {
      found = timed
      low = middle + 1
    } else high = timed - 1
  }
  return found
}

function timedAtOrBefore(segments: readonly Pick<Segment, 'start'>[], from: number, least: number): number {
  for (let at = from; at >= least; at--) if (segments[at]?.start !== null) return at
  return -1
}
