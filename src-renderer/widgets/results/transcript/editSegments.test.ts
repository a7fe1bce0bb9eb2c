import { describe, expect, it } from 'vitest'
import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { changeSegment, joinNext, renameSpeaker, replaceSegment, splitSegment } from './editSegments.ts'

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
const talk = [segment(0, 2, 'One two.', 'Ann'), segment(3, 5, 'Three.', 'Ben'), segment(6, 8, 'Four.', 'Ann')]

describe('splitSegment', () => {
  it('parts words at the caret, and time where the words are', () => {
    expect(splitSegment(segment(10, 20, 'abcd efghijkl', 'Ann'), 5)).toEqual([
      segment(10, 13.333, 'abcd', 'Ann'),
      segment(13.333, 20, 'efghijkl', 'Ann'),
    ])
  })

  it('takes the time that plays where it lies within, and only there', () => {
    const cut = (time: number) => splitSegment(segment(10, 20, 'ab cd'), 2, time)?.[1].start
    expect([cut(18.25), cut(10), cut(20), cut(3)]).toEqual([18.25, 15, 15, 15])
    expect(splitSegment(segment(10, null, 'ab cd'), 2, 12)?.map(({ start, end }) => [start, end])).toEqual([
      [10, 12],
      [12, null],
    ])
  })

  it('keeps words without times without them, and parts nothing from nothing', () => {
    expect(splitSegment(segment(null, null, 'ab cd'), 2, 7)).toEqual([
      segment(null, null, 'ab'),
      segment(null, null, 'cd'),
    ])
    expect([splitSegment(talk[0] ?? segment(0, 1, ''), 0), splitSegment(segment(0, 1, 'ab  '), 2)]).toEqual([
      null,
      null,
    ])
  })
})

describe('joinNext', () => {
  it('lasts from the first to the end of the second, under the first name', () => {
    expect(joinNext(talk, 0)).toEqual([segment(0, 5, 'One two. Three.', 'Ann'), talk[2]])
  })

  it('undoes a split', () => {
    const halves = splitSegment(segment(0, 2, 'One two.', 'Ann'), 4, 1) ?? []
    expect(joinNext(halves, 0)).toEqual([talk[0]])
  })

  it('ends where the longer one does, and where only one knows an end, there', () => {
    expect(joinNext([segment(0, 9, 'a'), segment(3, 5, 'b')], 0)[0]?.end).toBe(9)
    expect(joinNext([segment(0, 4, 'a'), segment(3, null, 'b')], 0)[0]?.end).toBe(4)
    expect(joinNext([segment(null, null, 'a'), segment(3, 5, 'b', 'Ben')], 0)[0]).toEqual(
      segment(3, 5, 'a b', 'Ben'),
    )
  })

  it('leaves the last one alone', () => {
    expect(joinNext(talk, 2)).toEqual(talk)
  })
})

it('a speaker gets another name everywhere, or none', () => {
  expect(renameSpeaker(talk, 'Ann', ' Anna ').map(({ speaker }) => speaker)).toEqual(['Anna', 'Ben', 'Anna'])
  expect(renameSpeaker(talk, 'Ann', ' ').map(({ speaker }) => speaker)).toEqual([null, 'Ben', null])
})

it('one is changed, or makes place for others, and the rest stay as they are', () => {
  const other = segment(3, 4, 'Else.')
  expect(changeSegment(talk, 1, other)).toEqual([talk[0], other, talk[2]])
  expect(replaceSegment(talk, 1, [])).toEqual([talk[0], talk[2]])
  expect(replaceSegment(talk, 1, [other, other])).toHaveLength(4)
})
