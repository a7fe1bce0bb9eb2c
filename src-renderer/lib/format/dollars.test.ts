import { expect, test } from 'vitest'
import { dollarDigits } from '../../../src-preload/shared/formatMoney.ts'
import { parseDollars } from './dollars.ts'

test.each([
  ['5', 5_000_000_000],
  [' $4.50 ', 4_500_000_000],
  ['0,31', 310_000_000],
  ['0,125', 125_000_000],
  ['1,000.00', 1_000_000_000_000],
  ['1.000,50', 1_000_500_000_000],
  ['＄４．５０', 4_500_000_000],
  ['0.000000001', 1],
  ['1000000', 1_000_000_000_000_000],
])('%j is an amount', (text, nano) => {
  expect(parseDollars(text)).toBe(nano)
})

test.each(['', '0', '-1', '1e9', '1000000.01', '12345678901', 'five', '1.2.3', '1,000', '$25,000'])(
  '%j is not an amount',
  (text) => {
    expect(parseDollars(text)).toBeUndefined()
  },
)

test.each([
  [5_000_000_000, '5.00'],
  [4_213_000, '0.004213'],
  [310_000_000, '0.31'],
  [1, '0.000000001'],
])('%i is formatted as %s', (nano, text) => {
  expect(dollarDigits(nano)).toBe(text)
  expect(parseDollars(text)).toBe(nano)
})
