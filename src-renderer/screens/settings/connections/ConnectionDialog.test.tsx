// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import '../../../i18n/lazyTexts.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { fakeQueueStudio } from '../../queue/testing/fakeQueueStudio.ts'
import { ConnectionDialog } from './ConnectionDialog.tsx'

const KEY = '12|a-secret-key'
const made = {
  id: 'c',
  name: 'Mine',
  address: 'https://a.example',
  kind: 'remote',
  current: true,
  key: 'keychain',
} as const

test.each([
  ['saved', 'Save'],
  ['given up', 'Cancel'],
])('a key that was tested and %s remains nowhere in the window', async (_how, button) => {
  fakeQueueStudio(
    {},
    { 'connections.add': async () => made, 'connections.test': async () => ({ verdict: 'reached' }) },
  )
  const client = makeQueryClient()
  const Opened = () => {
    const [isOpen, setOpen] = useState(true)
    return isOpen && <ConnectionDialog connection={null} hasKeychain onClose={() => setOpen(false)} />
  }
  render(
    <QueryClientProvider client={client}>
      <Opened />
    </QueryClientProvider>,
  )
  await userEvent.type(screen.getByLabelText(/^Name/), 'Mine')
  await userEvent.type(screen.getByLabelText(/service url/i), 'https://a.example')
  await userEvent.type(screen.getByLabelText(/API key/i), KEY)
  await userEvent.click(screen.getByRole('button', { name: 'Test connection' }))
  await userEvent.click(screen.getByRole('button', { name: button }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  const kept = () =>
    JSON.stringify(
      client
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    )
  await expect.poll(kept).not.toContain(KEY)
  expect(
    JSON.stringify(
      client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state),
    ),
  ).not.toContain(KEY)
  expect(document.body.innerHTML).not.toContain(KEY)
})
