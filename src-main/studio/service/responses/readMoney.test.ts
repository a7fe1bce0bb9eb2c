import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseNanoDollars } from './readMoney.ts'

it.each([
  [0.00136, 1_360_000],
  ['0.00136', 1_360_000],
  [0, 0],
  ['0', 0],
  [19.72, 19_720_000_000],
  [1e-7, 100],
  ['8.4e-9', 8],
  [8.5e-9, 9],
  [4.9e-10, 1],
  ['0.0000000000001', 1],
  ['1e-400', 1],
  ['0.000000000000', 0],
  ['0e-400', 0],
  [0.1 + 0.2, 300_000_000],
  [' 1.5 ', 1_500_000_000],
  ['.5', 500_000_000],
  ['00012.5000000000', 12_500_000_000],
  [1e6, 1_000_000_000_000_000],
])('converts %s dollars to %i nano-dollars', (dollars, nano) => expect(parseNanoDollars(dollars)).toBe(nano))

it.each([
  -0.01,
  '-1',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1e300,
  '1e999',
  '',
  ' ',
  '.',
  'e5',
  'free',
  '1,5',
  '$1',
  '0x10',
  '1.2.3',
  null,
  undefined,
  true,
  [],
  [1],
  {},
  '9007200',
  `1${'0'.repeat(64)}e-60`,
  `0.${'1'.repeat(40_000)}`,
])('returns null for %s', (value) => expect(parseNanoDollars(value)).toBeNull())

it('converts up to nine decimals exactly', () => {
  const amount = fc.integer({ min: 0, max: 9_000_000_000_000_000 })
  fc.assert(
    fc.property(amount, (nano) => {
      const text = String(nano).padStart(10, '0')
      expect(parseNanoDollars(`${text.slice(0, -9)}.${text.slice(-9)}`)).toBe(nano)
    }),
  )
})

it('never throws', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(parseNanoDollars(value) ?? 0).toBeGreaterThanOrEqual(0)
    }),
  )
})
