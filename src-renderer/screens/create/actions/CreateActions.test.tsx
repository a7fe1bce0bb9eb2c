// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { CreatePanel } from '../panel/CreatePanel.tsx'
import { toasts } from '../../../lib/toasts.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { fakeCreateStudio } from '../testing/fakeCreateStudio.ts'

let studio: ReturnType<typeof fakeCreateStudio>

beforeEach(() => {
  draftStore.setState(draftStore.getInitialState(), true)
  draftStore.getState().load(null)
  toasts.setState({ list: [] })
  studio = fakeCreateStudio(makeQueryClient())
})

const open = async () => {
  render(
    <QueryClientProvider client={studio.client}>
      <CreatePanel />
    </QueryClientProvider>,
  )
  return screen.findByRole('textbox', { name: 'Prompt' })
}
const toastTexts = () => toasts.getState().list.map((toast) => toast.text)
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

test('a click before a price is known shows a message and sends nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.priceGate = promise
  type(await open(), 'a boat')
  fireEvent.click(await screen.findByRole('button', { name: 'Generate · Pricing…' }))
  expect(await screen.findByText(/^The price isn’t known yet\. Click again/)).toBeDefined()
  await act(async () => resolve())
  await screen.findByRole('button', { name: 'Generate · $0.000512' })
  expect(screen.queryByText(/Click again/)).toBeNull()
  expect(studio.enqueued).toEqual([])
})

test('a click during a slow price check shows that it waits, and runs at the shown price', async () => {
  const prompt = await open()
  type(prompt, 'a boat')
  const button = await screen.findByRole('button', { name: 'Generate · $0.000512' })
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.priceGate = promise
  type(prompt, 'a red boat')
  fireEvent.click(button)
  expect(await screen.findByText('Checking the price. The job runs if it’s still $0.000512.')).toBeDefined()
  await act(async () => resolve())
  await waitFor(() => expect(studio.enqueued).toHaveLength(1))
  expect(screen.queryByText(/^Checking the price/)).toBeNull()
})

test('a click whose price check failed is not carried out later', async () => {
  const prompt = await open()
  type(prompt, 'a boat')
  const button = await screen.findByRole('button', { name: 'Generate · $0.000512' })
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.priceGate = promise
  studio.priceless = true
  type(prompt, 'a red boat')
  fireEvent.click(button)
  await act(async () => resolve())
  await screen.findByRole('button', { name: 'Generate · Price unavailable' })
  expect(toastTexts()).toEqual(['The price couldn’t be checked, so nothing was sent.'])
  studio.priceless = false
  type(prompt, 'a blue boat')
  await screen.findByRole('button', { name: 'Generate · $0.000512' })
  expect(studio.enqueued).toEqual([])
})

test('a click that waits runs the form that was clicked, not what was edited since', async () => {
  const prompt = await open()
  type(prompt, 'a boat')
  const button = await screen.findByRole('button', { name: 'Generate · $0.000512' })
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.priceGate = promise
  type(prompt, 'a red boat')
  fireEvent.click(button)
  type(prompt, 'a blue boat')
  fireEvent.click(button)
  fireEvent.click(button)
  await act(async () => resolve())
  await waitFor(() => expect(studio.enqueued).toHaveLength(2))
  expect(studio.enqueued.map(({ values }) => values['prompt'])).toEqual(['a red boat', 'a blue boat'])
})

test('the failure of a form that was edited since is shown in a toast', async () => {
  const prompt = await open()
  type(prompt, 'a boat')
  const button = await screen.findByRole('button', { name: 'Generate · $0.000512' })
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.enqueueGate = promise
  studio.nextProblem = { code: 'disk_full', money: 'not_charged' }
  fireEvent.click(button)
  type(prompt, 'a red boat')
  await act(async () => resolve())
  await waitFor(() => expect(toastTexts()).toEqual([expect.stringContaining('Nothing was charged')]))
})

test('a click that waits puts its results into the collection that was chosen at the click', async () => {
  const prompt = await open()
  act(() => draftStore.setState({ collection: 'boats' }))
  type(prompt, 'a boat')
  const button = await screen.findByRole('button', { name: 'Generate · $0.000512' })
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.priceGate = promise
  type(prompt, 'a red boat')
  fireEvent.click(button)
  act(() => draftStore.setState({ collection: 'trains' }))
  await act(async () => resolve())
  await waitFor(() => expect(studio.enqueued.map(({ collection }) => collection)).toEqual(['boats']))
})

test('a click while another model is priced isn’t compared with the price of the model before', async () => {
  type(await open(), 'a boat')
  const chooseModel = (model: string) => act(() => draftStore.getState().chooseModel('paint', model))
  // Loads the form of the other model, so that the next change of the model shows it at once.
  chooseModel('two')
  await waitFor(() => expect(screen.getByText('Example Two')).toBeDefined())
  await screen.findByRole('button', { name: 'Generate · $0.000512' })
  chooseModel('one')
  await screen.findByRole('button', { name: 'Generate · $0.000512' })
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.priceGate = promise
  chooseModel('two')
  fireEvent.click(await screen.findByRole('button', { name: 'Generate · Pricing…' }))
  expect(await screen.findByText(/^The price isn’t known yet\./)).toBeDefined()
  await act(async () => resolve())
  await screen.findByRole('button', { name: 'Generate · $0.000512' })
  expect(studio.enqueued).toEqual([])
})

test('a question whether to run without a price ends when the form changes', async () => {
  const prompt = await open()
  studio.priceless = true
  type(prompt, 'a boat')
  fireEvent.click(await screen.findByRole('button', { name: 'Generate · Price unavailable' }))
  await screen.findByRole('dialog')
  type(prompt, 'a red boat')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByRole('button', { name: 'Generate · Price unavailable' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
