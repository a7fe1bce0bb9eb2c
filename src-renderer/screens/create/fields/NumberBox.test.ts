import { expect, test } from 'vitest'
import { readNumber } from './NumberBox.tsx'

test('a number has a decimal point or comma, and incomplete numbers are undefined', () => {
  expect(readNumber('3,5')).toBe(3.5)
  expect(readNumber('.5')).toBe(0.5)
  for (const typed of ['', '-', '1.2.3', 'abc', 'Infinity', '1,024', '-1,000'])
    expect(readNumber(typed)).toBeUndefined()
})

test('a text with more digits than a number can have is undefined', () => {
  expect(readNumber('9'.repeat(400))).toBeUndefined()
})
