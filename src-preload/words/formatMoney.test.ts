import { expect, test } from 'vitest'
import { formatMoney } from './formatMoney.ts'

test.each([
  [0, '$0.000000'],
  [4_213_000, '$0.004213'],
  [4_213_700, '$0.0042137'],
  [4_213_710, '$0.00421371'],
  [1_500_000_000, '$1.500000'],
  [1_234_567_000_000_000, '$1,234,567.000000'],
  [1, '$0.000000001'],
])('%i nano-dollars read %s', (nano, words) => {
  expect(formatMoney(nano)).toBe(words)
})
