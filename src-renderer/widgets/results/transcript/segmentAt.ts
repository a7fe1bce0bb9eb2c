import type { Segment } from '../../../../src-preload/contract/types/text.ts'

/**
 * Index of the segment spoken at `time` in seconds, or -1. In a pause it is the previous segment; segments without
 * times are skipped.
 */
export function segmentAt(segments: readonly Pick<Segment, 'start'>[], time: number): number {
  let low = 0
  let high = segments.length - 1
  let found = -1
  while (low <= high) {
    const middle = (low + high) >> 1
    const timedIndex = timedAtOrBefore(segments, middle, low)
    const start = segments[timedIndex]?.start ?? null
    if (timedIndex === -1 || start === null) low = middle + 1
    else if (start <= time) {
      found = timedIndex
      low = middle + 1
    } else high = timedIndex - 1
  }
  return found
}

function timedAtOrBefore(segments: readonly Pick<Segment, 'start'>[], from: number, lowest: number): number {
  for (let index = from; index >= lowest; index--) if (segments[index]?.start !== null) return index
  return -1
}
