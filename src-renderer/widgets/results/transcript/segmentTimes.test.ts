import { describe, expect, it } from 'vitest'
import { checkTimes, formatStamp, parseTime } from './segmentTimes.ts'

const context = {
  stored: { start: 3, end: 5 },
  previous: { start: 0, end: 2.5 },
  next: { start: 7, end: 9 },
  mediaSeconds: 10,
}
const check = (start: string, end: string, overrides: Partial<typeof context> = {}) =>
  checkTimes({ start, end }, { ...context, ...overrides })

describe('checkTimes', () => {
  it('accepts times between the neighbours without a note', () => {
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

  it('allows an overlap with a note', () => {
    expect(check('2', '5')).toMatchObject({
      errors: {},
      warning: expect.stringContaining('ends at 0:02.500'),
    })
    expect(check('3', '8')).toMatchObject({
      errors: {},
      warning: expect.stringContaining('starts at 0:07.000'),
    })
  })

  it('notes a time after the end of the media', () => {
    const farNeighbour = { next: { start: Number.NaN, end: 0 } }
    const { warning } = checkTimes({ start: '9', end: '11' }, { ...context, next: undefined })
    expect(warning).toContain('0:10.000')
    expect(check('9', '11', { mediaSeconds: 0, ...farNeighbour }).warning).toBeUndefined()
  })

  it('keeps unchanged times exactly as the service returned them, in any order', () => {
    const original = { start: 8.123_456, end: 9.000_049 }
    const typed = { start: formatStamp(original.start), end: formatStamp(original.end) }
    expect(checkTimes(typed, { ...context, stored: original })).toMatchObject({ ...original, errors: {} })
  })

  it.each([
    ['an end without a start', { start: null, end: 2 }],
    ['an end at its start', { start: 4, end: 4 }],
  ])('accepts unchanged times with %s, so that the text can be saved', (_, stored) => {
    const typed = { start: formatStamp(stored.start), end: formatStamp(stored.end) }
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
      expect(parseTime(formatStamp(seconds))).toBeCloseTo(seconds, 3)
    expect([formatStamp(59.9996), formatStamp(3723.25), formatStamp(null)]).toEqual([
      '1:00.000',
      '1:02:03.250',
      '',
    ])
  })
})
