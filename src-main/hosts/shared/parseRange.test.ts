import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRange } from './parseRange.ts'

describe('parseRange', () => {
  it.each([
    ['bytes=0-', 100, { start: 0, end: 99 }],
    ['bytes=0-0', 100, { start: 0, end: 0 }],
    ['bytes=10-19', 100, { start: 10, end: 19 }],
    ['bytes=90-500', 100, { start: 90, end: 99 }],
    ['bytes=-10', 100, { start: 90, end: 99 }],
    ['bytes=-500', 100, { start: 0, end: 99 }],
    ['bytes=99-', 100, { start: 99, end: 99 }],
  ])('reads %s of %i bytes', (header, size, range) => {
    expect(parseRange(header, size)).toEqual(range)
  })

  it.each([
    ['bytes=100-', 100],
    ['bytes=100-200', 100],
    ['bytes=-0', 100],
    ['bytes=0-', 0],
    ['bytes=-5', 0],
  ])('cannot satisfy %s of %i bytes', (header, size) => {
    expect(parseRange(header, size)).toBe('unsatisfiable')
  })

  it.each([
    null,
    undefined,
    '',
    'bytes=-',
    'bytes=5-4',
    'bytes=0-1,3-4',
    'items=0-1',
    'bytes=a-b',
    'bytes=0x1-2',
    'bytes=1e3-',
    'bytes=--5',
    'bytes=99999999999999999999-',
  ])('returns the complete body for %s', (header) => {
    expect(parseRange(header, 100)).toBeNull()
  })

  it('never leaves the body, whatever is requested', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat(1e6), (noise, first, last, size) => {
        for (const header of [noise, `bytes=${noise}`, `bytes=${first}-${last}`, `bytes=-${last}`]) {
          const range = parseRange(header, size)
          if (range === null || range === 'unsatisfiable') continue
          expect(range.start).toBeGreaterThanOrEqual(0)
          expect(range.end).toBeGreaterThanOrEqual(range.start)
          expect(range.end).toBeLessThan(size)
        }
      }),
    )
  })
})
