import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkTimes,
  formatTimestamp,
  parseTime,
  joinNext,
  renameSpeaker,
  replaceSegment,
  splitSegment,
} from './editSegments.ts'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'

const context = {
  stored: { start: 3, end: 5 },
  previous: { start: 0, end: 2.5 },
  next: { start: 7, end: 9 },
  mediaSeconds: 10,
}
const check = (start: string, end: string, overrides: Partial<typeof context> = {}) =>
  checkTimes({ start, end }, { ...context, ...overrides })

describe('checkTimes', () => {
  it('accepts times between the neighbours without a warning', () => {
    expect(check('2.6', '0:06.75')).toEqual({ start: 2.6, end: 6.75, errors: {} })
    expect(check('', '')).toEqual({ start: null, end: null, errors: {} })
  })

  it('rejects unreadable times, an end without a start, and an end before the start', () => {
    expect(check('soon', '6').errors).toEqual({ start: expect.stringContaining('such as') })
    expect(check('', '6').errors).toEqual({ start: expect.stringContaining('needs a start') })
    expect(check('4', '4').errors).toEqual({ end: expect.stringContaining('after the start') })
  })

  it('rejects a start before the previous start or after the next', () => {
    const lateNeighbour = { previous: { start: 2, end: 2.5 } }
    expect(check('1.9', '5', lateNeighbour).errors).toEqual({ start: expect.stringContaining('0:02.000') })
    expect(check('7.5', '8').errors).toEqual({ start: expect.stringContaining('0:07.000') })
  })

  it('allows an overlap but warns about it', () => {
    expect(check('2', '5')).toMatchObject({
      errors: {},
      warning: expect.stringContaining('ends at 0:02.500'),
    })
    expect(check('3', '8')).toMatchObject({
      errors: {},
      warning: expect.stringContaining('starts at 0:07.000'),
    })
  })

  it('warns about a time after the end of the media', () => {
    const { warning } = checkTimes({ start: '9', end: '11' }, { ...context, next: undefined })
    expect(warning).toContain('0:10.000')
    expect(
      checkTimes({ start: '9', end: '11' }, { ...context, mediaSeconds: 0, next: undefined }).warning,
    ).toBeUndefined()
  })

  it('keeps unchanged times exactly as the service returned them, in any order', () => {
    const original = { start: 8.123_456, end: 9.000_049 }
    const typed = { start: formatTimestamp(original.start), end: formatTimestamp(original.end) }
    expect(checkTimes(typed, { ...context, stored: original })).toMatchObject({ ...original, errors: {} })
  })

  it.each([
    ['an end without a start', { start: null, end: 2 }],
    ['an end at its start', { start: 4, end: 4 }],
  ])('accepts unchanged times with %s, so that the text can be saved', (_, stored) => {
    const typed = { start: formatTimestamp(stored.start), end: formatTimestamp(stored.end) }
    expect(checkTimes(typed, { ...context, stored }).errors).toEqual({})
  })

  it('rejects an end before the start once one of them is changed', () => {
    const stored = { start: 5, end: 5 }
    expect(checkTimes({ start: '5', end: '4.5' }, { ...context, stored }).errors).toEqual({
      end: expect.stringContaining('after the start'),
    })
  })
})

describe('parseTime', () => {
  it.each([
    ['12', 12],
    ['0:07', 7],
    [' 1:02.5 ', 62.5],
    ['1:02:03,250', 3723.25],
    ['90', 90],
    ['75:00', 4500],
  ])('%j is a time', (text, seconds) => {
    expect(parseTime(text)).toBeCloseTo(seconds)
  })

  it.each(['', 'soon', '1:60', '1:75:00', '-3', '1:', '1.2.3', '1e3', '١'])('%j is not a time', (text) => {
    expect(parseTime(text)).toBeUndefined()
  })

  it('reads a formatted time back to the millisecond', () => {
    for (const seconds of [0, 0.001, 59.9996, 61.25, 3599.999, 7325.5])
      expect(parseTime(formatTimestamp(seconds))).toBeCloseTo(seconds, 3)
    expect([formatTimestamp(59.9996), formatTimestamp(3723.25), formatTimestamp(null)]).toEqual([
      '1:00.000',
      '1:02:03.250',
      '',
    ])
  })
})

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

it('replaces a segment with one, none or several others', () => {
  const other = segment(3, 4, 'Else.')
  expect(replaceSegment(segments, 1, [other])).toEqual([segments[0], other, segments[2]])
  expect(replaceSegment(segments, 1, [])).toEqual([segments[0], segments[2]])
  expect(replaceSegment(segments, 1, [other, other])).toHaveLength(4)
})

describe('joined and split segments', () => {
  const time = fc.option(fc.double({ min: 0, max: 5, noNaN: true }))
  const timed = fc
    .tuple(time, time)
    .map(([start, end]) =>
      segment(start, start !== null && end !== null && end < start ? null : end, 'ab cd'),
    )
  const isOrdered = ({ start, end }: Segment) => start === null || end === null || end >= start

  it('never end before they start', () => {
    fc.assert(
      fc.property(timed, timed, fc.double({ min: 0, max: 5, noNaN: true }), (first, second, at) => {
        const results = [...joinNext([first, second], 0), ...(splitSegment(first, 2, at) ?? [])]
        expect(results.filter((result) => !isOrdered(result))).toEqual([])
      }),
    )
  })
})
