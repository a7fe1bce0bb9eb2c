import { expect, test } from 'vitest'
import { groupDigits, readDigits, readNumber } from './digits.ts'

test('a seed is grouped by thousands and parsed with any separators', () => {
  expect(groupDigits(2140937115)).toBe('2\u202F140\u202F937\u202F115')
  expect(groupDigits(42)).toBe('42')
  for (const typed of ['2\u202F140\u202F937\u202F115', '2,140,937,115', ' 2140937115 '])
    expect(readDigits(typed)).toBe(2140937115)
  expect(readDigits('-1')).toBe(-1)
  for (const typed of ['', '-', 'seed', '1e5']) expect(readDigits(typed)).toBeUndefined()
})

test('a number has a decimal point or comma, and incomplete numbers are undefined', () => {
  expect(readNumber('3,5')).toBe(3.5)
  expect(readNumber('.5')).toBe(0.5)
  for (const typed of ['', '-', '1.2.3', 'abc', 'Infinity']) expect(readNumber(typed)).toBeUndefined()
})
