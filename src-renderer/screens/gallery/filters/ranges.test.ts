import { describe, expect, it } from 'vitest'
import '../../../i18n/lazyTexts.ts'
import { inPeriod, type RangeCondition } from '../../../widgets/library/libraryFilter.ts'
import { boundInput, rangeText, readRangeInputs } from './ranges.ts'

const text = (condition: Partial<RangeCondition> & Pick<RangeCondition, 'field'>) =>
  rangeText({ is: true, min: null, max: null, ...condition })

describe('the text of a range', () => {
  it.each([
    [{ field: 'price', min: 50_000_000 }, 'at least $0.05'],
    [{ field: 'price', max: 4_213_000 }, 'at most $0.004213'],
    [{ field: 'duration', min: 10_000, max: 60_000 }, '10 s – 1 min'],
    [{ field: 'size', min: 10_000_000 }, 'at least 10.0 MB'],
    [{ field: 'pixels', min: 1024 }, 'at least 1024 px'],
    [{ field: 'rating', min: 4 }, '4 stars or more'],
    [{ field: 'rating', min: 5 }, '5 stars'],
    [{ field: 'rating', min: 1, max: 1 }, '1 star'],
    [{ field: 'rating', min: 0, max: 0 }, 'none'],
    [{ field: 'rating', min: 2, max: 3 }, '2 – 3 stars'],
    [{ field: 'seed', min: 42, max: 42 }, '42'],
  ] as const)('%j is "%s"', (condition, expected) => {
    expect(text(condition)).toBe(expected)
  })

  it('names periods, and one day by its date', () => {
    expect(rangeText(inPeriod('week', Date.now()))).toBe('last 7 days')
    const day = { min: new Date(2026, 10, 3).getTime(), max: new Date(2026, 10, 4).getTime() - 1 }
    expect(text({ field: 'date', ...day })).not.toContain('–')
    expect(text({ field: 'date', ...day })).toContain('2026')
  })
})

describe('the inputs of a range', () => {
  it.each([
    ['price', ['0.05', ''], { min: 50_000_000, max: null }],
    ['price', ['', '0,5'], { min: null, max: 500_000_000 }],
    ['duration', ['1.5', '60'], { min: 1500, max: 60_000 }],
    ['size', ['10', ''], { min: 10_000_000, max: null }],
    ['seed', ['42', '42'], { min: 42, max: 42 }],
  ] as const)('of %s are read from %j in their unit, and written the same', (field, inputs, bounds) => {
    const range = readRangeInputs(field, inputs, false)
    expect(range).toEqual({ field, is: false, ...bounds })
    expect([boundInput(field, bounds.min), boundInput(field, bounds.max)]).toEqual(
      inputs.map((input) => input.replace(',', '.')),
    )
  })

  it('of dates are whole local days', () => {
    expect(readRangeInputs('date', ['2026-11-03', '2026-11-04'], true)).toEqual({
      field: 'date',
      is: true,
      min: new Date(2026, 10, 3).getTime(),
      max: new Date(2026, 10, 5).getTime() - 1,
    })
    expect(boundInput('date', new Date(2026, 10, 5).getTime() - 1)).toBe('2026-11-04')
  })

  it.each([
    ['price', ['', '']],
    ['price', ['cheap', '']],
    ['price', ['-1', '']],
    ['price', ['1e5', '']],
    ['size', ['1,000', '']],
    ['pixels', ['', '25,000']],
    ['price', ['2', '1']],
    ['date', ['2026-02-31x', '']],
    ['date', ['yesterday', '']],
  ] as const)('of %s reject %j', (field, inputs) => {
    expect(readRangeInputs(field, inputs, true)).toBeUndefined()
  })
})
