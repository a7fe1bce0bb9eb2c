import { expect, test } from 'vitest'
import { pricedButtonProps } from './pricedButton.ts'

test('a rounded price is exact in the tooltip and after the text in the accessible name', () => {
  const label = (price: string) => `Generate · ${price}`
  expect(pricedButtonProps(4_213_710, label)).toEqual({
    children: 'Generate · $0.004214',
    title: 'Generate · $0.00421371',
    'aria-label': 'Generate · $0.004214 ($0.00421371)',
  })
  expect(pricedButtonProps(4_213_000, label)).toEqual({ children: 'Generate · $0.004213' })
})
