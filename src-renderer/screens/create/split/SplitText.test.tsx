import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { studioLink } from '../../../host/call.ts'
import { receiveJobs } from '../../../host/events.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { toasts } from '../../../lib/toasts.ts'
import { CreatePanel } from '../panel/CreatePanel.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { selectedJobStore } from '../../../widgets/jobs/selectedJobStore.ts'
import { makeJob } from '../../queue/testing/makeJob.ts'
import { fakeCreateStudio } from '../testing/fakeCreateStudio.ts'

let studio: ReturnType<typeof fakeCreateStudio>

beforeEach(() => {
  draftStore.getState().load(null)
  studio = fakeCreateStudio(makeQueryClient())
  studio.fields = [
    {
      kind: 'text',
      name: 'text',
      label: 'Text',
      required: true,
      section: 'main',
      multiline: true,
      split: true,
    },
    { kind: 'integer', name: 'width', label: 'Width', required: true, section: 'main', min: 1, max: 900 },
  ]
})

const limitTextTo = (minLength: number, maxLength: number) => {
  studio.fields =
    studio.fields?.map((field) => (field.kind === 'text' ? { ...field, minLength, maxLength } : field)) ??
    null
}
const show = () =>
  render(
    <QueryClientProvider client={studio.client}>
      <CreatePanel />
    </QueryClientProvider>,
  )
const open = async (text: string) => {
  draftStore.getState().chooseOperation('paint')
  draftStore.getState().setValues({ text, width: 100 })
  return show()
}
const openSplit = async (text: string) => {
  const view = await open(text)
  await userEvent.click(await screen.findByRole('button', { name: /^Split into sentences/ }))
  return view
}
const texts = () => studio.enqueued.map(({ values }) => values['text'])

test('a single sentence can’t be split', async () => {
  await open('One sentence only.')
  await screen.findByRole('button', { name: 'Generate · $0.0001' })
  expect(screen.queryByRole('button', { name: /^Split/ })).toBeNull()
})

test('each sentence becomes a job with its own key and price, and the button shows the sum', async () => {
  await openSplit('One. Two! Three?')
  await userEvent.click(await screen.findByRole('button', { name: 'Generate 3 sentences · $0.0003' }))
  await waitFor(() => expect(texts()).toEqual(['One.', 'Two!', 'Three?']))
  expect(new Set(studio.enqueued.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3)
  expect(
    studio.enqueued.every(
      ({ quote, values }) => quote?.key === 'width-100' && quote.price === 100_000 && values['width'] === 100,
    ),
  ).toBe(true)
})

test('a click right after an edit sends nothing until the edited sentences have a price', async () => {
  await openSplit('One. Two!')
  await screen.findByRole('button', { name: 'Generate 2 sentences · $0.0002' })
  fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value: 'One. Four!' } })
  await userEvent.click(screen.getByRole('button', { name: /^Generate 2 sentences/ }))
  expect(texts()).toEqual([])
  expect(toasts.getState().list.map(({ text }) => text)).toEqual([
    'The price isn’t known yet. Click again when it’s on the button.',
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Generate 2 sentences · $0.0002' }))
  await waitFor(() => expect(texts()).toEqual(['One.', 'Four!']))
})

test('a single sentence can be generated again with a new key', async () => {
  await openSplit('One. Two!')
  await userEvent.click(await screen.findByRole('button', { name: /^Generate 2 sentences · / }))
  await userEvent.click(await screen.findByRole('button', { name: 'Generate sentence 2 again · $0.0001' }))
  await waitFor(() => expect(texts()).toEqual(['One.', 'Two!', 'Two!']))
  expect(studio.enqueued[2]?.idempotencyKey).not.toBe(studio.enqueued[1]?.idempotencyKey)
})

test('a sentence without a price can’t be generated again', async () => {
  await openSplit('One. Two!')
  await userEvent.click(await screen.findByRole('button', { name: /^Generate 2 sentences · / }))
  await screen.findByRole('button', { name: /^Generate sentence 2 again/ })
  studio.hasNoPrice = true
  act(() => draftStore.getState().setValues({ width: 200 }))
  const [again] = await screen.findAllByRole('button', {
    name: 'Generate sentence 1 again · Price unavailable',
  })
  expect(again?.hasAttribute('disabled')).toBe(true)
})

test('the total is shown as unavailable only once each sentence has a response', async () => {
  studio.hasNoPrice = true
  await openSplit('One. Two!')
  await screen.findByRole('button', { name: 'Generate 2 sentences · Price unavailable' })
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.priceGate = promise
  const field = screen.getByRole('textbox', { name: 'Text' })
  fireEvent.change(field, { target: { value: 'One. Four!' } })
  await screen.findByRole('button', { name: 'Generate 2 sentences · Pricing…' })
  expect(screen.queryByRole('button', { name: /Price unavailable/ })).toBeNull()
  await act(async () => resolve())
  await screen.findByRole('button', { name: 'Generate 2 sentences · Price unavailable' })
})

test('a sentence that stays shorter than the minimum blocks the run, and the reason is listed', async () => {
  limitTextTo(5, 14)
  await openSplit('No. Hello there.')
  expect(await screen.findByRole('button', { name: /^Text: / })).toBeDefined()
  const button = screen.getByRole('button', { name: 'Generate 2 sentences' })
  expect(button.ariaDisabled ?? button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-busy')).toBeNull()
  expect(screen.getByText('No price')).toBeDefined()
  await userEvent.click(button)
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Text' }))
  expect(toasts.getState().list).toEqual([])
  expect(studio.enqueued).toEqual([])
})

test('a form that can’t run shows no price and each reason once', async () => {
  studio.issues = [{ field: 'width', code: 'too_large', params: { max: 50 } }]
  await openSplit('One. Two!')
  const button = await screen.findByRole('button', { name: 'Generate 2 sentences' })
  expect(button.getAttribute('aria-busy')).toBeNull()
  expect(screen.getAllByRole('button', { name: /^Width: / })).toHaveLength(1)
})

test('all sentences get the collection of the click, even if another one is chosen while they are sent', async () => {
  await openSplit('One. Two!')
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.enqueueGate = promise
  act(() => draftStore.getState().chooseCollection('boats'))
  await userEvent.click(await screen.findByRole('button', { name: 'Generate 2 sentences · $0.0002' }))
  await waitFor(() => expect(texts()).toEqual(['One.']))
  act(() => draftStore.getState().chooseCollection('cars'))
  await act(async () => resolve())
  await waitFor(() => expect(studio.enqueued.map(({ collection }) => collection)).toEqual(['boats', 'boats']))
})

test('the rejection of a sentence is shown at its field, even if it arrives while others are being sent', async () => {
  await openSplit('One. Two!')
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.enqueueGate = promise
  await userEvent.click(await screen.findByRole('button', { name: 'Generate 2 sentences · $0.0002' }))
  await waitFor(() => expect(studio.enqueued).toHaveLength(1))
  const id = studio.enqueued[0]?.idempotencyKey ?? ''
  const problem: Problem = {
    code: 'service_refused',
    money: 'not_charged',
    fields: { width: ['at most 50'] },
  }
  act(() => receiveJobs(studio.client, [makeJob({ id, state: 'rejected', problem })]))
  await act(async () => resolve())
  await waitFor(() => expect(studio.jobs).toHaveLength(2))
  expect(await screen.findByRole('textbox', { name: 'Width', description: 'at most 50' })).toBeDefined()
})

test('prices are requested again on retry, and when the key of the connection changes', async () => {
  studio.hasNoPrice = true
  await openSplit('One. Two!')
  await screen.findByRole('button', { name: 'Generate 2 sentences · Price unavailable' })
  studio.hasNoPrice = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Generate 2 sentences · $0.0002' })
  studio.hasNoPrice = true
  studio.keyState = 'keychain'
  await act(() => studio.client.invalidateQueries({ queryKey: ['connections.list'] }))
  expect(
    await screen.findByRole('button', { name: 'Generate 2 sentences · Price unavailable' }),
  ).toBeDefined()
})

test('after a failed run, only the unsent sentences are sent, even after another screen was open', async () => {
  const view = await openSplit('Yes. Hello. Yes. More.')
  const button = await screen.findByRole('button', { name: 'Generate 4 sentences · $0.0004' })
  studio.maxJobs = 3
  await userEvent.click(button)
  await screen.findByRole('button', { name: 'Generate 1 sentence · $0.0001' })
  view.unmount()
  studio.maxJobs = null
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Generate 1 sentence · $0.0001' }))
  await waitFor(() => expect(texts()).toEqual(['Yes.', 'Hello.', 'Yes.', 'More.', 'More.']))
})

test('sentences that are still being sent are not sent again after another screen was open', async () => {
  const view = await openSplit('Yes. Hello. Yes.')
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.enqueueGate = promise
  await userEvent.click(await screen.findByRole('button', { name: 'Generate 3 sentences · $0.0003' }))
  await waitFor(() => expect(texts()).toEqual(['Yes.']))
  view.unmount()
  show()
  await userEvent.click(await screen.findByRole('button', { name: /^Generate 3 sentences/ }))
  await act(async () => resolve())
  await waitFor(() => expect(texts()).toEqual(['Yes.', 'Hello.', 'Yes.']))
})

test('a sentence generated again after a lost response has the same key, even after another screen was open', async () => {
  const view = await openSplit('One. Two!')
  await userEvent.click(await screen.findByRole('button', { name: /^Generate 2 sentences · / }))
  const again = () => screen.findByRole('button', { name: 'Generate sentence 2 again · $0.0001' })
  studio.lostResponses = 1
  await userEvent.click(await again())
  await waitFor(() => expect(studio.enqueued).toHaveLength(3))
  view.unmount()
  act(() => studioLink.getState().setLost(false))
  show()
  await userEvent.click(await again())
  await waitFor(() => expect(studio.enqueued).toHaveLength(4))
  expect(studio.enqueued[3]?.idempotencyKey).toBe(studio.enqueued[2]?.idempotencyKey)
})

test('after a lost response, the next click repeats that request with the same key and sends the rest', async () => {
  await openSplit('One. Two! Three?')
  const button = await screen.findByRole('button', { name: /^Generate 3 sentences · / })
  studio.lostResponses = 1
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('it won’t run twice')
  act(() => studioLink.getState().setLost(false))
  await userEvent.pointer({ keys: '[MouseLeft]', target: document.body })
  await userEvent.click(await screen.findByRole('button', { name: /^Generate 3 sentences · / }))
  await waitFor(() => expect(texts()).toEqual(['One.', 'One.', 'Two!', 'Three?']))
  expect(studio.enqueued[1]?.idempotencyKey).toBe(studio.enqueued[0]?.idempotencyKey)
})

test('a text that is no longer split is sent as one job', async () => {
  await openSplit('One. Two!')
  await userEvent.click(await screen.findByRole('button', { name: 'Run as one job' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Generate · $0.0001' }))
  await waitFor(() => expect(texts()).toEqual(['One. Two!']))
})

test('without known prices, one confirmation covers all sentences', async () => {
  studio.hasNoPrice = true
  await openSplit('One. Two!')
  await userEvent.click(
    await screen.findByRole('button', { name: 'Generate 2 sentences · Price unavailable' }),
  )
  expect(studio.enqueued).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: 'Run anyway', hidden: true }))
  await waitFor(() => expect(studio.enqueued.map(({ quote }) => quote)).toEqual([null, null]))
})

test('the confirmation to run without a price stays closed after prices came and were lost again', async () => {
  const refetchPrices = (hasNoPrice: boolean) => {
    studio.hasNoPrice = hasNoPrice
    return act(() => studio.client.invalidateQueries())
  }
  studio.hasNoPrice = true
  await openSplit('One. Two!')
  await userEvent.click(
    await screen.findByRole('button', { name: 'Generate 2 sentences · Price unavailable' }),
  )
  await screen.findByRole('button', { name: 'Run anyway', hidden: true })
  await refetchPrices(false)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Run anyway', hidden: true })).toBeNull())
  await refetchPrices(true)
  await screen.findByRole('button', { name: 'Generate 2 sentences · Price unavailable' })
  expect(screen.queryByRole('button', { name: 'Run anyway', hidden: true })).toBeNull()
})

test('identical sentences show their own jobs', async () => {
  await openSplit('One. One.')
  await userEvent.click(await screen.findByRole('button', { name: 'Generate 2 sentences · $0.0002' }))
  await userEvent.click(await screen.findByRole('button', { name: /Show sentence 1/ }))
  const firstJob = selectedJobStore.getState().selected
  await userEvent.click(await screen.findByRole('button', { name: /Show sentence 2/ }))
  expect([firstJob, selectedJobStore.getState().selected]).toEqual(studio.jobs.map(({ id }) => id))
})
