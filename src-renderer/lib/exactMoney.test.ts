import { expect, it } from 'vitest'
import { exactMoney } from './exactMoney.ts'

it.each([
  [0, '$0.00'],
  [840_000_000, '$0.84'],
  [4_213_000, '$0.004213'],
  [1, '$0.000000001'],
  [-30_000_000, '−$0.03'],
  [1_234_500_000_000, '$1,234.50'],
])('writes %i as %s', (nano, text) => expect(exactMoney(nano)).toBe(text))
