import { expect, test } from 'vitest'
import { formatMoney } from './formatMoney.ts'

test.each([
  [0, '$0.00'],
  [4_213_000, '$0.004213'],
  [4_213_700, '$0.0042137'],
  [840_000_000, '$0.84'],
  [1_500_000_000, '$1.50'],
  [1_234_567_000_000_000, '$1,234,567.00'],
  [1, '$0.000000001'],
  [-30_000_000, '−$0.03'],
])('writes %i nano-dollars as %s', (nano, text) => {
  expect(formatMoney(nano)).toBe(text)
})
