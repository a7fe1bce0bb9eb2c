import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { CreatePanel } from './CreatePanel.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { fakeCreateStudio } from '../testing/fakeCreateStudio.ts'

let studio: ReturnType<typeof fakeCreateStudio>

beforeEach(() => {
  draftStore.getState().load(null)
  studio = fakeCreateStudio(makeQueryClient())
})

const renderPanel = () =>
  render(
    <QueryClientProvider client={studio.client}>
      <CreatePanel />
    </QueryClientProvider>,
  )

test('a rejected key from the environment has no link to Settings, where it can’t be changed', async () => {
  studio.connectionKind = 'environment'
  studio.hasNoPrice = true
  studio.priceErrorCode = 'service_key_refused'
  renderPanel()
  fireEvent.change(await screen.findByRole('textbox', { name: 'Prompt' }), { target: { value: 'a boat' } })
  expect(await screen.findByText(/^The service rejected the API key in EASEL_API_KEY/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Update key/ })).toBeNull()
})

test('a key rejected for the list of models is reported and links to its setting', async () => {
  studio.listProblem = { code: 'service_key_refused', money: 'none', params: { status: 401 } }
  draftStore.setState({ operation: 'paint', models: { paint: 'model-of-another-connection' } })
  renderPanel()
  expect(await screen.findByText('The service rejected your API key.')).toBeDefined()
  expect(screen.queryByText(/no longer lists/)).toBeNull()
  expect(screen.queryByText(/model-of-another-connection/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Update key' }))
  expect(location.hash).toBe('#/settings/connections?key=c')
})

test('the message about a rejected key from the environment names the variable', async () => {
  studio.connectionKind = 'environment'
  studio.listProblem = { code: 'service_key_refused', money: 'none', params: { status: 401 } }
  renderPanel()
  expect(await screen.findByText(/environment variable EASEL_API_KEY/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Update key' })).toBeNull()
})

test('a list of models that failed to load is not shown as empty', async () => {
  studio.listProblem = { code: 'service_error', money: 'none', params: { status: 500 } }
  renderPanel()
  expect(await screen.findByText('Couldn’t load the models')).toBeDefined()
  expect(screen.queryByText(/lists no model/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(studio.refreshes).toBe(1)
})

test('without a current connection, a button to choose one is shown instead of an empty list', async () => {
  studio.connectionKind = null
  studio.listProblem = { code: 'no_connection', money: 'none' }
  renderPanel()
  await userEvent.click(await screen.findByRole('button', { name: 'Choose a connection' }))
  expect(location.hash).toBe('#/settings/connections')
})
