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

test('the sums of today are requested again at each midnight, and not before', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 25, 22, 0) })
  onTestFinished(() => void vi.useRealTimers())
  let requests = 0
  setBridge(bridgeOf({ 'budgets.get': async () => ({ budgets: [], requests: requests++ }) }))
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Screen />
    </QueryClientProvider>,
  )
  const advance = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))
  await advance(119)
  expect(requests).toBe(1)
  await advance(2)
  expect(requests).toBe(2)
  await advance(24 * 60)
  expect(requests).toBe(3)
})
