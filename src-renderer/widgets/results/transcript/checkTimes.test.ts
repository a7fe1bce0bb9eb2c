import { describe, expect, it } from 'vitest'
import { checkTimes } from './checkTimes.ts'
import { formatStamp } from './formatStamp.ts'

const own = { start: 3, end: 5 }
const around = { own, before: { start: 0, end: 2.5 }, after: { start: 7, end: 9 }, duration: 10 }
const check = (start: string, end: string, over: Partial<typeof around> = {}) =>
  checkTimes({ start, end }, { ...around, ...over })

describe('checkTimes', () => {
  it('takes times between the neighbours without a word', () => {
    expect(check('2.6', '0:06.75')).toEqual({ start: 2.6, end: 6.75, wrong: {} })
    expect(check('', '')).toEqual({ start: null, end: null, wrong: {} })
  })

  it('refuses what is no time, an end without a start, and an end that comes first', () => {
    expect(check('soon', '6').wrong).toEqual({ start: expect.stringContaining('such as') })
    expect(check('', '6').wrong).toEqual({ start: expect.stringContaining('needs a start') })
    expect(check('4', '4').wrong).toEqual({ end: expect.stringContaining('after the start') })
  })

  it('refuses to go before the one before or behind the next', () => {
    const late = { before: { start: 2, end: 2.5 } }
    expect(check('1.9', '5', late).wrong).toEqual({ start: expect.stringContaining('0:02.000') })
    expect(check('7.5', '8').wrong).toEqual({ start: expect.stringContaining('0:07.000') })
  })

  it('allows an overlap, and says with what', () => {
    expect(check('2', '5')).toMatchObject({ wrong: {}, note: expect.stringContaining('ends at 0:02.500') })
    expect(check('3', '8')).toMatchObject({ wrong: {}, note: expect.stringContaining('starts at 0:07.000') })
  })

  it('says when the medium is over by then', () => {
    const last = { after: { start: Number.NaN, end: 0 } }
    const { note } = checkTimes({ start: '9', end: '11' }, { ...around, after: undefined })
    expect(note).toContain('0:10.000')
    expect(check('9', '11', { duration: 0, ...last }).note).toBeUndefined()
  })

  it('leaves what was not touched as the service gave it, to the last digit and in whatever order', () => {
    const given = { start: 8.123_456, end: 9.000_049 }
    const typed = { start: formatStamp(given.start), end: formatStamp(given.end) }
    expect(checkTimes(typed, { ...around, own: given })).toMatchObject({ ...given, wrong: {} })
  })
})
