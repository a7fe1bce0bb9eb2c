import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Filmstrip } from './Filmstrip.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const strip = (index: number) => (
  <Filmstrip order={['a', 'b', 'c']} index={index} tiles={new Map()} isNear={false} onShow={() => {}} />
)
const isVisible = () => screen.getByRole('navigation').classList.contains('visible')
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('the filmstrip stays visible for 1.5 seconds after the last step, also after one back', () => {
  const { rerender } = render(strip(0))
  expect(isVisible()).toBe(false)
  rerender(strip(1))
  wait(1000)
  rerender(strip(0))
  expect(isVisible()).toBe(true)
  wait(1499)
  expect(isVisible()).toBe(true)
  wait(1)
  expect(isVisible()).toBe(false)
})
