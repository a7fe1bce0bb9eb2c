import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { expect, onTestFinished, test, vi, describe } from 'vitest'
import { setBridge } from '../host/bridge.ts'
import { makeQueryClient } from '../host/queryClient.ts'
import { useApiQuery } from '../host/useApiQuery.ts'
import { bridgeOf } from '../screens/create/testing/fakeCreateStudio.ts'
import { StudioError } from '../../src-preload/shared/StudioError.ts'
import { useNewDay, documentTitle, setTabIcon } from './AfterStart.tsx'

function Screen() {
  useNewDay()
  useApiQuery('budgets.get', undefined)
  useApiQuery('spend.jobs', { period: 'today', by: 'model', key: 'one', before: null, limit: 50 })
  return null
}

/** Shows today's spending and limits two hours before midnight. */
async function setUp() {
  vi.useFakeTimers({ now: new Date(2026, 10, 25, 22, 0) })
  onTestFinished(() => void vi.useRealTimers())
  const studio = { requests: 0, jobRequests: 0 }
  setBridge(
    bridgeOf({
      'budgets.get': async () => ({ budgets: [], requests: studio.requests++ }),
      // A query that failed must be requested again at midnight too.
      'spend.jobs': async () => {
        studio.jobRequests++
        return Promise.reject(new StudioError({ code: 'internal', money: 'none' }))
      },
    }),
  )
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <Screen />
    </QueryClientProvider>,
  )
  const advance = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))
  await advance(0)
  return { studio, advance }
}

test('today’s spending and limits are requested again at each midnight, and not before', async () => {
  const { studio, advance } = await setUp()
  await advance(119)
  expect(studio.requests).toBe(1)
  await advance(2)
  expect(studio.requests).toBe(2)
  await advance(24 * 60)
  expect(studio.requests).toBe(3)
  expect(studio.jobRequests).toBe(3)
})

test('today’s spending and limits are requested again within a minute after the computer slept past midnight', async () => {
  const { studio, advance } = await setUp()
  vi.setSystemTime(new Date(2026, 10, 26, 8, 0))
  await advance(1)
  expect(studio.requests).toBe(2)
})

test('today’s spending and limits are requested again at once when the window is shown on another day', async () => {
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

describe('documentTitle', () => {
  const inProgress = { done: 3, total: 12, fraction: 0.25, isActive: true, needsAttention: false }

  test('is the name of the screen while idle', () => {
    expect(documentTitle('queue', undefined)).toBe('Queue · Easel')
    const idle = { done: 0, total: 0, fraction: 0, isActive: false, needsAttention: false }
    expect(documentTitle('create', idle)).toBe('Create · Easel')
  })

  test('starts with the progress during work, in percent for a single job', () => {
    expect(documentTitle('create', inProgress)).toBe('3 of 12 · Create · Easel')
    expect(documentTitle('create', { ...inProgress, done: 0, total: 1, fraction: 0.425 })).toBe(
      '42% · Create · Easel',
    )
    expect(documentTitle('create', { ...inProgress, done: 0, total: 1, fraction: 0 })).toBe(
      '0 of 1 · Create · Easel',
    )
  })

  test('contains errors and a stopped queue as text', () => {
    expect(documentTitle('queue', { ...inProgress, needsAttention: true })).toBe(
      'Needs attention · 3 of 12 · Queue · Easel',
    )
    const stopped = { ...inProgress, isActive: false, needsAttention: true }
    expect(documentTitle('queue', stopped)).toBe('Stopped at 3 of 12 · Queue · Easel')
  })
})

describe('setTabIcon', () => {
  const inProgress = { done: 3, total: 12, fraction: 0.25, isActive: true, needsAttention: false }
  const idle = { done: 0, total: 0, fraction: 0, isActive: false, needsAttention: false }
  const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.getAttribute('href') ?? null

  test('the tab icon is a progress ring during work and the default icon afterwards', () => {
    setTabIcon(idle)
    expect(icon()).toBeNull()
    setTabIcon(inProgress)
    const ring = decodeURIComponent(icon() ?? '')
    expect(ring).toContain('stroke-dasharray="17.3 69.1"')
    setTabIcon({ ...inProgress, needsAttention: true })
    expect(decodeURIComponent(icon() ?? '')).toContain('#e5484d')
    setTabIcon(idle)
    expect(icon()).toBe('/favicon.ico')
    expect(document.querySelectorAll('link[rel="icon"]')).toHaveLength(1)
  })
})
