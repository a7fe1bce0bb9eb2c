import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDecimal, readInteger, readNumber } from './readNumber.ts'
import { readNumbers } from './readNumbers.ts'
import { readSize } from './readSize.ts'

test.each<[text: string, number: number]>([
  ['3,5', 3.5],
  ['.5', 0.5],
  ['5.', 5],
  [',5', 0.5],
  ['1.000,5', 1000.5],
  ['1,000.5', 1000.5],
  ['1.000.000', 1_000_000],
  ['1,000,000', 1_000_000],
  ['12,34,567.8', 1_234_567.8],
  ['1 000', 1000],
  ['1\u00A0000,25', 1000.25],
  ['1\u202F000\u202F000', 1_000_000],
  ['1\u2009000', 1000],
  ["1'000.5", 1000.5],
  ['1’000', 1000],
  ['1_000', 1000],
  ['1.125', 1.125],
  ['0,125', 0.125],
  ['1e-3', 0.001],
  ['1,5E+03', 1500],
  ['−2', -2],
  ['－２', -2],
  ['+7', 7],
  ['７６８', 768],
  ['３．５', 3.5],
  ['３，５', 3.5],
  ['١٢٫٥', 12.5],
  ['۱٬۰۰۰٫۵', 1000.5],
  ['१२३', 123],
  ['๑๒', 12],
  ['\u200E-\u200E٣', -3],
])('%j is a number', (text, number) => {
  expect(readNumber(text)).toBe(number)
})

test.each([
  '',
  '-',
  '1.2.3',
  'abc',
  'Infinity',
  'NaN',
  '0x10',
  '1,024',
  '-1,000',
  '1、000',
  '3²',
  '½',
  '1,00,0',
])('%j is no number, or an ambiguous one', (text) => {
  expect(readNumber(text)).toBeUndefined()
})

test('a number with too many digits to represent is undefined', () => {
  expect(readNumber('9'.repeat(400))).toBeUndefined()
})

test('a point before three digits is ambiguous only in whole numbers', () => {
  expect(readNumber('1.000')).toBe(1)
  expect(readNumber('1.000', { isInteger: true })).toBeUndefined()
  expect(readNumber('1024', { isInteger: true })).toBe(1024)
})

test.each<[text: string, numbers: number[] | null]>([
  ['3,5; 7,5', [3.5, 7.5]],
  ['3,5;7,5', [3.5, 7.5]],
  ['3,5\n7,5', [3.5, 7.5]],
  ['3,5, 7,5', [3.5, 7.5]],
  ['3,5 7,5', [3.5, 7.5]],
  ['4, 8;12', [4, 8, 12]],
  [' 4, 8;12\n 0.5,', [4, 8, 12, 0.5]],
  ['4,8,12', [4, 8, 12]],
  ['4 8 12', [4, 8, 12]],
  ['0.5,0.7', [0.5, 0.7]],
  ['４、８；１２', [4, 8, 12]],
  ['３，５；７，５', [3.5, 7.5]],
  ['٣٫٥؛ ٧٫٥', [3.5, 7.5]],
  ['1 000; 2 000', [1000, 2000]],
  ['1 000', [1000]],
  ['1\u00A0000 2\u00A0000', [1000, 2000]],
  ["1'000, 2'000", [1000, 2000]],
  ['1,000.5', [1000.5]],
  ['1.000,5; 2', [1000.5, 2]],
  ['1,000,000; 5', [1_000_000, 5]],
  ['7', [7]],
  ['', []],
  ['4,8,12; 16', [4, 8, 12, 16]],
  ['1,000', null],
  ['1,000; 2,000', null],
  ['100,200,300', null],
  ['4, many', null],
  ['4;;8', [4, 8]],
  ['3,5;abc', null],
])('the list %j', (text, numbers) => {
  expect(readNumbers(text)).toEqual(numbers)
})

test('seeds may have any separators between groups of digits', () => {
  for (const text of [
    '2\u202F140\u202F937\u202F115',
    '2,140,937,115',
    '2.140.937.115',
    ' 2140937115 ',
    '２１４０９３７１１５',
  ])
    expect(readInteger(text)).toBe(2_140_937_115)
  expect(readInteger('1,024')).toBe(1024)
  expect(readInteger('-1')).toBe(-1)
  for (const text of ['', '-', 'seed', '1e5', '3,5', '7,42']) expect(readInteger(text)).toBeUndefined()
})

test('a decimal keeps all its digits', () => {
  expect(readDecimal('1.000.000,000000001')).toBe('1000000.000000001')
  expect(readDecimal('1e5')).toBeUndefined()
})

test.each(['1024x768', '1024 × 768', '１０２４ｘ７６８', '1024*768', '1024:768', '1024,768', '1024 768'])(
  'the size %j',
  (text) => {
    expect(readSize(text)).toEqual({ width: 1024, height: 768 })
  },
)

/** Locales with different digits, signs and groups. */
const LOCALES =
  'en de de-CH de-AT fr fr-CH it es es-MX pt-BR pt-PT pl ru uk cs sv nb da fi hu tr el he ar-EG ar-SA ar-MA fa ur hi-u-nu-deva bn mr ne th-u-nu-thai my km ja zh ko vi id ta-u-nu-tamldec gu kn ml te lt lv et sl hr bg ro en-IN en-ZA ja-u-nu-fullwide'.split(
    ' ',
  )
/** One point, comma or other sign before exactly three digits, which two locales read differently. */
const isAmbiguous = (text: string) => /^\D*\p{Nd}{1,3}[.,]\p{Nd}{3}\D*$/u.test(text)

describe.each(LOCALES)('numbers as written in %s', (locale) => {
  test('are read back', () => {
    const decimals = fc.integer({ min: -99_999_999, max: 99_999_999 })
    fc.assert(
      fc.property(decimals, fc.integer({ min: 0, max: 4 }), fc.boolean(), (digits, places, useGrouping) => {
        const value = digits / 10 ** places
        const format = new Intl.NumberFormat(locale, {
          minimumFractionDigits: places,
          maximumFractionDigits: places,
          useGrouping,
        })
        const text = format.format(value)
        if (!isAmbiguous(text))
          expect([text, readNumber(text)]).toEqual([text, value === 0 ? readNumber(text) : value])
      }),
      { numRuns: 60 },
    )
  })

  test('are read back from a list with semicolons', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 2, maxLength: 5 }), (tenths) => {
        const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 })
        const values = tenths.map((tenth) => tenth / 10)
        expect(readNumbers(values.map((value) => format.format(value)).join('; '))).toEqual(values)
        expect(readNumbers(values.map((value) => format.format(value)).join('\n'))).toEqual(values)
      }),
      { numRuns: 30 },
    )
  })
})

test('reading any text takes time proportional to its length and throws nothing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,; '_-+e\n٫٬１，")), maxLength: 60 }),
      (text) => {
        const number = readNumber(text)
        expect(number === undefined || Number.isFinite(number)).toBe(true)
        readNumbers(text)
      },
    ),
    { numRuns: 500 },
  )
  expect(readNumbers('1,'.repeat(50_000))).toHaveLength(50_000)
})
