import { renderHook, act } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('startup is over one second after the window opened, also for a screen shown later', async () => {
  const { useIsStartupOver } = await import('./useReady.ts')
  const first = renderHook(useIsStartupOver)
  expect(first.result.current).toBe(false)
  act(() => void vi.advanceTimersByTime(1000))
  expect(first.result.current).toBe(true)
  const later = renderHook(useIsStartupOver)
  expect(later.result.current).toBe(true)
})
