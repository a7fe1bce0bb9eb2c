import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../host/queryClient.ts'
import { navigate } from '../router/navigate.ts'
import { fakeCreateStudio } from '../screens/create/testing/fakeCreateStudio.ts'
import { reuseParameters } from '../widgets/results/formActions.tsx'
import { Shell } from './Shell.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
})
afterEach(() => {
  vi.unstubAllGlobals()
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
  act(() =>
    reuseParameters(
      { operation: 'paint', model: { slug: 'one' }, values: { prompt: 'a lighthouse', seed: 7 } },
      true,
    ),
  )
  await screen.findByDisplayValue('a lighthouse')
  dispatchEvent(new Event('pagehide'))
  expect(studio.drafts.at(-1)).toMatchObject({ values: { paint: { prompt: 'a lighthouse', seed: 7 } } })
})
