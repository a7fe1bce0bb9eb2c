// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { PriceState } from './model/PriceWatch.ts'
import { PriceButton } from './PriceButton.tsx'

afterEach(cleanup)

const show = (price: PriceState, onPress = vi.fn<() => void>()) => {
  render(<PriceButton word="Generate" price={price} sending={false} blocked={false} onPress={onPress} />)
  return onPress
}

test.each<[PriceState, string]>([
  [{ state: 'none' }, 'Generate'],
  [{ state: 'pricing' }, 'Generate · Pricing…'],
  [{ state: 'priced', key: 'k', price: 4_213_000, quotedAt: 0 }, 'Generate · $0.004213'],
  [
    { state: 'unavailable', key: null, problem: { code: 'service_error', money: 'none' } },
    'Generate · Price unavailable',
  ],
  [{ state: 'outdated', price: 4_213_000 }, 'Generate · Price outdated'],
])('says %o by its name', (price, name) => {
  show(price)
  expect(screen.getByRole('button', { name })).toBeDefined()
})

test('a rounded price is exact in the tooltip and the accessible name', () => {
  show({ state: 'priced', key: 'k', price: 4_213_710, quotedAt: 0 })
  const button = screen.getByRole('button', { name: 'Generate · $0.004214 ($0.00421371)' })
  expect(button.textContent).toBe('Generate$0.004214')
  expect(button.title).toBe('Generate · $0.00421371')
})

test('an old price is not said once it is out of date', () => {
  show({ state: 'outdated', price: 4_213_000 })
  expect(screen.queryByText(/\$/)).toBeNull()
})

test('a double click is one click, two clicks apart are two', async () => {
  const onPress = show({ state: 'priced', key: 'k', price: 1, quotedAt: 0 })
  await userEvent.dblClick(screen.getByRole('button'))
  expect(onPress).toHaveBeenCalledTimes(1)
  await userEvent.pointer({ keys: '[MouseLeft]', target: document.body })
  await userEvent.click(screen.getByRole('button'))
  expect(onPress).toHaveBeenCalledTimes(2)
})

test('a blocked button keeps its focus and its press, which leads to the reasons', async () => {
  const onPress = vi.fn<() => void>()
  render(
    <PriceButton
      word="Generate"
      price={{ state: 'none' }}
      sending={false}
      blocked
      describedBy="why"
      onPress={onPress}
    />,
  )
  const button = screen.getByRole('button')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-describedby')).toBe('why')
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(onPress).toHaveBeenCalledTimes(1)
})
