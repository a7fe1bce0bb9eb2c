import { expect, test } from 'vitest'
import { shortMoney } from './shortMoney.ts'

test.each([
  [0, '$0.00'],
  [4_213_000, '$0.004213'],
  [12_639_000, '$0.012639'],
  [310_000_000, '$0.31'],
  [999_999_000, '$0.999999'],
  [1_819_900_000, '$1.82'],
  [5_000_000_000, '$5.00'],
  [1_234_500_000_000, '$1,234.50'],
])('%i is %s', (nano, words) => {
  expect(shortMoney(nano)).toBe(words)
})
