import { expect, it } from 'vitest'
import { sumMoney } from './sumMoney.ts'

it.each([
  [0, '$0.000000'],
  [37_542_620_582, '$37.542621'],
  [1_999_999_999, '$2.000000'],
  [4_213_000, '$0.004213'],
  [84, '$0.000000084'],
])('writes %i as %s', (nano, text) => expect(sumMoney(nano)).toBe(text))
