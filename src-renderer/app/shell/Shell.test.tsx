import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi, describe } from 'vitest'
import { makeQueryClient } from '../../host/queryClient.ts'
import { navigate } from '../../router/navigate.ts'
import { fakeCreateStudio, bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { reuseParameters } from '../../widgets/results/actions/formActions.tsx'
import { Shell, useReconnect } from './Shell.tsx'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import { setBridge } from '../../host/bridge.ts'
import { call } from '../../host/call.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { toasts } from '../../lib/toasts.ts'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
})
test('saves parameters that were loaded into the form while another screen was open', async () => {
  const studio = fakeCreateStudio(makeQueryClient())
  render(
    <QueryClientProvider client={studio.client}>
      <Shell />
    </QueryClientProvider>,
  )
  await screen.findByRole('textbox', { name: 'Prompt' })
  act(() => navigate('settings'))
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Prompt' })).toBeNull())
  await act(async () =>
    reuseParameters(
      { operation: 'paint', model: { slug: 'one' }, values: { prompt: 'a lighthouse', seed: 7 } },
      true,
    ),
  )
  await screen.findByDisplayValue('a lighthouse')
  dispatchEvent(new Event('pagehide'))
  expect(studio.drafts.at(-1)).toMatchObject({ values: { paint: { prompt: 'a lighthouse', seed: 7 } } })
})

test('a part of the window that fails to load is reported, and the screen stays', async () => {
  vi.doMock('../palette/Palette.tsx', () => {
    throw new Error('offline')
  })
  vi.spyOn(globalThis, 'reportError').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  const studio = fakeCreateStudio(makeQueryClient())
  render(
    <QueryClientProvider client={studio.client}>
      <Shell />
    </QueryClientProvider>,
  )
  const prompt = await screen.findByRole('textbox', { name: 'Prompt' })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await waitFor(() => expect(toasts.getState().list.at(-1)?.text).toMatch(/couldn’t load this part/))
  expect(prompt.isConnected).toBe(true)
  vi.doUnmock('../palette/Palette.tsx')
  vi.restoreAllMocks()
})

describe('useReconnect', () => {
  const capabilities = {
    openFolder: true,
    chooseFolder: true,
    notifications: true,
    tray: true,
    keepAwake: true,
  }
  const info: RouteOutput<'studio.info'> = {
    version: '1',
    host: 'electron',
    dataFolder: '',
    capabilities,
    notices: [],
  }
  let isReachable: boolean
  let polls: number
  /** Delays the responses to polls. */
  let pollDelay: Promise<void>

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    ;[isReachable, polls, pollDelay] = [true, 0, Promise.resolve()]
    const reply = async <T,>(value: T): Promise<T> => {
      if (isReachable) return value
      throw new Error('No response')
    }
    setBridge(
      bridgeOf({
        'studio.info': () => {
          polls++
          return pollDelay.then(() => reply(info))
        },
        'budgets.get': () => reply({ budgets: [] }),
        'queue.mark_seen': () => reply(undefined),
      }),
    )
  })
  afterEach(() => vi.useRealTimers())

  function Screen() {
    useReconnect()
    const { data } = useApiQuery('budgets.get', undefined)
    return <p>{data ? 'Limits' : 'Nothing'}</p>
  }

  const show = () =>
    render(
      <QueryClientProvider client={makeQueryClient()}>
        <Screen />
      </QueryClientProvider>,
    )
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  test('a query that failed while the studio did not respond is repeated, even if another call gets the first response', async () => {
    isReachable = false
    show()
    await wait(5000)
    expect(screen.getByText('Nothing')).toBeDefined()
    isReachable = true
    await call('queue.mark_seen', undefined)
    await wait(2000)
    expect(await screen.findByText('Limits')).toBeDefined()
    expect(toasts.getState().list.map(({ text }) => text)).toContain('Connected again')
    const pollsSoFar = polls
    await wait(10_000)
    expect(polls).toBe(pollsSoFar)
  })

  test('sends one poll at a time, and shows one toast when a slow studio responds', async () => {
    isReachable = false
    const { promise, resolve } = Promise.withResolvers<void>()
    pollDelay = promise
    show()
    await wait(10_000)
    expect(polls).toBe(1)
    isReachable = true
    resolve()
    await wait(0)
    expect(toasts.getState().list.map(({ text }) => text)).toEqual(['Connected again'])
  })
})
