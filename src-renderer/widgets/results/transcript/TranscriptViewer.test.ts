import { describe, expect, it } from 'vitest'
import { segmentAt } from './TranscriptViewer.tsx'

const segmentsAt = (...starts: (number | null)[]) => starts.map((start) => ({ start }))

describe('segmentAt', () => {
  it('finds the segment being spoken, also in the pause after it', () => {
    const segments = segmentsAt(0, 2, 5.5, 9)
    expect([0, 1.9, 2, 5.4, 5.5, 100].map((time) => segmentAt(segments, time))).toEqual([0, 0, 1, 1, 2, 3])
  })

  it('returns -1 before the first segment and for an empty transcript', () => {
    expect(segmentAt(segmentsAt(3, 4), 1)).toBe(-1)
    expect(segmentAt([], 1)).toBe(-1)
  })

  it('skips segments without times', () => {
    const segments = segmentsAt(null, 1, null, null, 4, null)
    expect([0, 1, 3, 4, 9].map((time) => segmentAt(segments, time))).toEqual([-1, 1, 1, 4, 4])
    expect(segmentAt(segmentsAt(null, null), 2)).toBe(-1)
  })
})
