import { QueryClient } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LibraryUpdate } from '../../src-preload/contract/types/libraryUpdate.ts'
import { bridgeOf } from '../screens/create/testing/fakeCreateStudio.ts'
import { setBridge } from '../host/bridge.ts'
import { call, libraryUpdate } from '../host/call.ts'
import { StudioError } from '../../src-preload/shared/StudioError.ts'
import { App } from './App.tsx'

vi.mock('./shell/Shell.tsx', () => ({ Shell: () => <p>The studio</p> }))

/** The next response of the studio: the progress of the update, success, or none. */
let next: LibraryUpdate | 'open' | 'lost'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  libraryUpdate.setState({ update: null })
  setBridge(
    bridgeOf({
      'budgets.get': async () => {
        if (next === 'lost') throw new Error('No reply')
        if (next === 'open') return { budgets: [] }
        throw new StudioError({ code: 'library_updating', money: 'none', update: next })
      },
    }),
  )
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Waits until the call has been repeated. */
const later = () => act(() => vi.advanceTimersByTimeAsync(600))

test('shows the progress of the update, then the app once the call gets its response', async () => {
  render(<App client={new QueryClient()} />)
  expect(screen.getByText('The studio')).toBeDefined()
  next = { stage: 'check', step: 0, steps: 0, percent: 0 }
  const response = call('budgets.get', undefined)
  expect(await screen.findByRole('heading', { name: 'Updating your library' })).toBeDefined()
  expect(screen.queryByText('The studio')).toBeNull()
  expect(screen.getByText('Checking the database')).toBeDefined()
  const bar = screen.getByRole<HTMLProgressElement>('progressbar')
  expect(bar.hasAttribute('value')).toBe(false)

  next = { stage: 'backup', step: 0, steps: 4, percent: 40 }
  await later()
  expect(screen.getByText('Making a backup, 40%')).toBeDefined()
  expect(bar.value).toBe(40)

  next = { stage: 'step', step: 2, steps: 4, percent: 100 }
  await later()
  expect(screen.getByText('Step 2 of 4')).toBeDefined()
  expect(bar.value).toBe(38)
  expect(screen.getByText(/Your results stay where they are/)).toBeDefined()

  next = 'open'
  await later()
  await expect(response).resolves.toEqual({ budgets: [] })
  expect(screen.getByText('The studio')).toBeDefined()
})

test('disappears if Easel closes during the update', async () => {
  render(<App client={new QueryClient()} />)
  next = { stage: 'backup', step: 0, steps: 4, percent: 40 }
  const response = call('budgets.get', undefined).catch((error: unknown) => error)
  await screen.findByRole('heading', { name: 'Updating your library' })
  next = 'lost'
  await later()
  expect(await response).toMatchObject({ problem: { code: 'studio_lost' } })
  expect(screen.getByText('The studio')).toBeDefined()
})
