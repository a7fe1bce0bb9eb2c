import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setBridge } from '../host/bridge.ts'
import { makeQueryClient } from '../host/queryClient.ts'
import { useApiQuery } from '../host/useApiQuery.ts'
import { bridgeOf } from '../screens/create/testing/fakeCreateStudio.ts'
import { useNewDay } from './useNewDay.ts'

function Screen() {
  useNewDay()
  useApiQuery('budgets.get', undefined)
  return null
}

/** Shows today's sums two hours before midnight. */
async function setUp() {
  vi.useFakeTimers({ now: new Date(2026, 10, 25, 22, 0) })
  onTestFinished(() => void vi.useRealTimers())
  const studio = { requests: 0 }
  setBridge(bridgeOf({ 'budgets.get': async () => ({ budgets: [], requests: studio.requests++ }) }))
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Screen />
    </QueryClientProvider>,
  )
  const advance = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))
  await advance(0)
  return { studio, advance }
}

test('the sums of today are requested again at each midnight, and not before', async () => {
  const { studio, advance } = await setUp()
  await advance(119)
  expect(studio.requests).toBe(1)
  await advance(2)
  expect(studio.requests).toBe(2)
  await advance(24 * 60)
  expect(studio.requests).toBe(3)
})

test('the sums of today are requested again within a minute after the computer slept past midnight', async () => {
  const { studio, advance } = await setUp()
  vi.setSystemTime(new Date(2026, 10, 26, 8, 0))
  await advance(1)
  expect(studio.requests).toBe(2)
})

test('the sums of today are requested again at once when the window is shown on another day', async () => {
  const { studio, advance } = await setUp()
  const show = () => act(() => void document.dispatchEvent(new Event('visibilitychange')))
  show()
  await advance(0)
  expect(studio.requests).toBe(1)
  vi.setSystemTime(new Date(2026, 10, 26, 8, 0))
  show()
  await advance(0)
  expect(studio.requests).toBe(2)
})
