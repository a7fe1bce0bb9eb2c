import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { studioLink } from '../../../host/call.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { CreatePanel } from '../panel/CreatePanel.tsx'
import { toasts } from '../../../lib/toasts.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { fakeCreateStudio } from '../testing/fakeCreateStudio.ts'

let studio: ReturnType<typeof fakeCreateStudio>
let view: ReturnType<typeof render>

beforeEach(() => {
  draftStore.getState().load(null)
  studio = fakeCreateStudio(makeQueryClient())
})

const open = async () => {
  view = render(
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
  studio.hasNoPrice = true
  type(prompt, 'a red boat')
  fireEvent.click(button)
  await act(async () => resolve())
  await screen.findByRole('button', { name: 'Generate · Price unavailable' })
  expect(toastTexts()).toEqual(['The price couldn’t be checked, so nothing was sent.'])
  studio.hasNoPrice = false
  type(prompt, 'a blue boat')
  await screen.findByRole('button', { name: 'Generate · $0.000512' })
  expect(studio.enqueued).toEqual([])
})

test('a waiting click runs the form as it was at the click, not as it was edited since', async () => {
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

test('a click that fails after the form was edited shows its error in a toast', async () => {
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

test('a waiting click puts its results into the collection that was chosen at the click', async () => {
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

test('a click while the price of another model loads isn’t bound to the price of the previous model', async () => {
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

test('the dialog that asks to run without a price closes when the form changes', async () => {
  const prompt = await open()
  studio.hasNoPrice = true
  type(prompt, 'a boat')
  fireEvent.click(await screen.findByRole('button', { name: 'Generate · Price unavailable' }))
  await screen.findByRole('dialog')
  type(prompt, 'a red boat')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByRole('button', { name: 'Generate · Price unavailable' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

const chooseCopies = async (count: number) =>
  fireEvent.change(await screen.findByRole('combobox', { name: 'Copies' }), { target: { value: count } })

test('the button shows the price of all copies, and a click enqueues them with the total and one key', async () => {
  type(await open(), 'a boat')
  await chooseCopies(3)
  fireEvent.click(await screen.findByRole('button', { name: 'Generate · $0.001536 for 3 copies' }))
  await waitFor(() => expect(studio.enqueuedCopies).toHaveLength(1))
  expect(studio.enqueuedCopies[0]).toMatchObject({
    copies: 3,
    total: 1_536_000,
    quote: { price: 512_000 },
    values: { prompt: 'a boat' },
  })
  expect(studio.enqueued).toEqual([])
})

test('a repeated click for copies after a lost response has the same idempotency key', async () => {
  type(await open(), 'a boat')
  await chooseCopies(2)
  studio.lostResponses = 1
  const button = await screen.findByRole('button', { name: 'Generate · $0.001024 for 2 copies' })
  fireEvent.click(button)
  await screen.findByText(/The job may have started/)
  fireEvent.click(button)
  await waitFor(() => expect(studio.enqueuedCopies).toHaveLength(2))
  expect(new Set(studio.enqueuedCopies.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

test('a click after a lost response has the same idempotency key, even after another screen was open', async () => {
  type(await open(), 'a boat')
  studio.lostResponses = 1
  fireEvent.click(await screen.findByRole('button', { name: 'Generate · $0.000512' }))
  await screen.findByText(/The job may have started/)
  view.unmount()
  act(() => studioLink.getState().setLost(false))
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Generate · $0.000512' }))
  await waitFor(() => expect(studio.enqueued).toHaveLength(2))
  expect(new Set(studio.enqueued.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
})

test('copies that wait for a price check run at the total that was shown', async () => {
  const prompt = await open()
  type(prompt, 'a boat')
  await chooseCopies(2)
  const button = await screen.findByRole('button', { name: 'Generate · $0.001024 for 2 copies' })
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.priceGate = promise
  type(prompt, 'a red boat')
  fireEvent.click(button)
  expect(await screen.findByText('Checking the price. The job runs if it’s still $0.001024.')).toBeDefined()
  await chooseCopies(1)
  await act(async () => resolve())
  await waitFor(() => expect(studio.enqueuedCopies).toMatchObject([{ copies: 2, total: 1_024_000 }]))
})

test('a form without a seed offers no copies, even if they were chosen for its task', async () => {
  studio.fields = [
    { kind: 'text', name: 'prompt', label: 'Prompt', multiline: true, required: true, section: 'main' },
  ]
  act(() => draftStore.getState().chooseCopies('paint', 4))
  type(await open(), 'a boat')
  expect(await screen.findByRole('button', { name: /^Generate · / })).toBeDefined()
  expect(screen.queryByRole('combobox', { name: 'Copies' })).toBeNull()
})

test('the number of copies is remembered for each task', () => {
  draftStore.getState().chooseCopies('paint', 4)
  draftStore.getState().chooseCopies('animate', 2)
  expect(draftStore.getState().copies).toEqual({ paint: 4, animate: 2 })
})
