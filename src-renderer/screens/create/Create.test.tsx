import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeQueryClient } from '../../host/queryClient.ts'
import { Create } from './Create.tsx'
import { fakeCreateStudio } from './testing/fakeCreateStudio.ts'

test('the focus moves into the form when it replaces the welcome screen', async () => {
  const studio = fakeCreateStudio(makeQueryClient())
  studio.connected = false
  render(
    <QueryClientProvider client={studio.client}>
      <Create />
    </QueryClientProvider>,
  )
  const button = await screen.findByRole('button', { name: /Try the sandbox/ })
  button.focus()
  studio.connected = true
  await act(() => studio.client.invalidateQueries({ queryKey: ['connections.list'] }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Create' })))
})
