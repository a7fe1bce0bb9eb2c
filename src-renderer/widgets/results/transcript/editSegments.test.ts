import { describe, expect, it } from 'vitest'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { joinNext, renameSpeaker, replaceSegment, splitSegment } from './editSegments.ts'

const segment = (
  start: number | null,
  end: number | null,
  text: string,
  speaker: string | null = null,
): Segment => ({
  start,
  end,
  speaker,
  text,
})
const segments = [
  segment(0, 2, 'One two.', 'Ann'),
  segment(3, 5, 'Three.', 'Ben'),
  segment(6, 8, 'Four.', 'Ann'),
]

describe('splitSegment', () => {
  it('splits the text at the caret and the time in proportion to the text', () => {
    expect(splitSegment(segment(10, 20, 'abcd efghijkl', 'Ann'), 5)).toEqual([
      segment(10, 13.333, 'abcd', 'Ann'),
      segment(13.333, 20, 'efghijkl', 'Ann'),
    ])
  })

  it('splits at the given time only if it lies within the segment', () => {
    const splitTime = (time: number) => splitSegment(segment(10, 20, 'ab cd'), 2, time)?.[1].start
    expect([splitTime(18.25), splitTime(10), splitTime(20), splitTime(3)]).toEqual([18.25, 15, 15, 15])
    expect(splitSegment(segment(10, null, 'ab cd'), 2, 12)?.map(({ start, end }) => [start, end])).toEqual([
      [10, 12],
      [12, null],
    ])
  })

  it('splits a segment without times, and returns null if one half would be empty', () => {
    expect(splitSegment(segment(null, null, 'ab cd'), 2, 7)).toEqual([
      segment(null, null, 'ab'),
      segment(null, null, 'cd'),
    ])
    expect([
      splitSegment(segments[0] ?? segment(0, 1, ''), 0),
      splitSegment(segment(0, 1, 'ab  '), 2),
    ]).toEqual([null, null])
  })
})

describe('joinNext', () => {
  it('joins times and text under the first speaker', () => {
    expect(joinNext(segments, 0)).toEqual([segment(0, 5, 'One two. Three.', 'Ann'), segments[2]])
  })

  it('undoes a split', () => {
    const halves = splitSegment(segment(0, 2, 'One two.', 'Ann'), 4, 1) ?? []
    expect(joinNext(halves, 0)).toEqual([segments[0]])
  })

  it('uses the later end, or the only known one', () => {
    expect(joinNext([segment(0, 9, 'a'), segment(3, 5, 'b')], 0)[0]?.end).toBe(9)
    expect(joinNext([segment(0, 4, 'a'), segment(3, null, 'b')], 0)[0]?.end).toBe(4)
    expect(joinNext([segment(null, null, 'a'), segment(3, 5, 'b', 'Ben')], 0)[0]).toEqual(
      segment(3, 5, 'a b', 'Ben'),
    )
  })

  it('leaves the last segment unchanged', () => {
    expect(joinNext(segments, 2)).toEqual(segments)
  })
})

it('renames a speaker in all segments, or removes the name', () => {
  expect(renameSpeaker(segments, 'Ann', ' Anna ').map(({ speaker }) => speaker)).toEqual([
    'Anna',
    'Ben',
    'Anna',
  ])
  expect(renameSpeaker(segments, 'Ann', ' ').map(({ speaker }) => speaker)).toEqual([null, 'Ben', null])
})

it('changes or replaces a segment and leaves the others unchanged', () => {
  const other = segment(3, 4, 'Else.')
  expect(replaceSegment(segments, 1, [other])).toEqual([segments[0], other, segments[2]])
  expect(replaceSegment(segments, 1, [])).toEqual([segments[0], segments[2]])
  expect(replaceSegment(segments, 1, [other, other])).toHaveLength(4)
})
