import { expect, test } from 'vitest'
import { readNumber } from './NumberBox.tsx'

test('a number may have a decimal point or comma; incomplete and ambiguous ones are undefined', () => {
  expect(readNumber('3,5')).toBe(3.5)
  expect(readNumber('.5')).toBe(0.5)
  for (const typed of ['', '-', '1.2.3', 'abc', 'Infinity', '1,024', '-1,000'])
    expect(readNumber(typed)).toBeUndefined()
})

test('a number with too many digits to represent is undefined', () => {
  expect(readNumber('9'.repeat(400))).toBeUndefined()
})
