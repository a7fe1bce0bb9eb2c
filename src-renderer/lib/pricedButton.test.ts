import { expect, test } from 'vitest'
import { formatButtonPrice, pricedButtonProps } from './pricedButton.ts'

test.each([
  [0, '$0.00'],
  [4_213_000, '$0.004213'],
  [4_213_001, '$0.004214'],
  [4_213_700, '$0.004214'],
  [1, '$0.000001'],
  [310_000_000, '$0.31'],
  [1_999_999_999, '$2.00'],
])('shows %i nano-dollars on a button as %s', (nano, text) => {
  expect(formatButtonPrice(nano)).toBe(text)
})

test('a rounded price is exact in the tooltip and after the text in the accessible name', () => {
  const label = (price: string) => `Generate · ${price}`
  expect(pricedButtonProps(4_213_710, label)).toEqual({
    children: 'Generate · $0.004214',
    title: 'Generate · $0.00421371',
    'aria-label': 'Generate · $0.004214 ($0.00421371)',
  })
  expect(pricedButtonProps(4_213_000, label)).toEqual({ children: 'Generate · $0.004213' })
})
