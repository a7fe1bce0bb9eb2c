import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dollarDigits, formatExactMoney, formatMoney, missingZeros } from './formatMoney.ts'

test.each([
  [0, '$0.00', '$0.00'],
  [4_213_000, '$0.004213', '$0.004213'],
  [4_213_001, '$0.004214', '$0.004213001'],
  [3_061_100, '$0.003062', '$0.0030611'],
  [840_000_000, '$0.84', '$0.84'],
  [500_000_000, '$0.50', '$0.50'],
  [1_999_999_999, '$2.00', '$1.999999999'],
  [1_234_567_000_000_000, '$1,234,567.00', '$1,234,567.00'],
  [1, '$0.000001', '$0.000000001'],
  [-30_000_000, '−$0.03', '−$0.03'],
  [-1, '−$0.000001', '−$0.000000001'],
])('writes %i nano-dollars as %s, exactly %s', (nano, text, exact) => {
  expect([formatMoney(nano), formatExactMoney(nano)]).toEqual([text, exact])
})

/** The digits of a text as nano-dollars. */
const parse = (text: string): bigint => {
  const [whole = '', decimals = ''] = text.replace(/[$,−]/g, '').split('.')
  return BigInt(whole + decimals.padEnd(9, '0')) * (text.startsWith('−') ? -1n : 1n)
}
const amounts = fc.oneof(
  fc.maxSafeInteger(),
  fc.integer({ min: 0, max: 2_000_000_000 }),
  fc.integer({ min: 0, max: 1_000_000 }).map((micro) => micro * 1000),
)

test('the exact text has every digit, and the other one is it, rounded up by less than a millionth of a dollar', () => {
  fc.assert(
    fc.property(amounts, (nano) => {
      const [text, exact] = [formatMoney(nano), formatExactMoney(nano)]
      expect(parse(exact)).toBe(BigInt(nano))
      expect(text).toMatch(/^−?\$[\d,]+\.(\d\d|\d{2,5}[1-9])$/)
      const rounding = parse(text) - BigInt(nano)
      const up = nano < 0 ? -rounding : rounding
      expect(up >= 0n && up < 1000n).toBe(true)
      expect(text.split('.')[1]?.length).toBe(6 - missingZeros(text).length)
      if (nano >= 0) expect(parse(dollarDigits(nano, 0))).toBe(BigInt(nano))
    }),
  )
})

test('a sum is rounded once, from its exact parts', () => {
  const part = 102_135_710
  expect(formatMoney(part)).toBe('$0.102136')
  expect(formatMoney(part * 4)).toBe('$0.408543')
})
