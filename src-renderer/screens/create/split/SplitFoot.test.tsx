// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { link } from '../../../host/link.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { toasts } from '../../../lib/toasts.ts'
import { CreatePanel } from '../CreatePanel.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { refusalStore } from '../refusal/refusalStore.ts'
import { studioBehind } from '../testing/studioBehind.ts'
import { splitStore } from './splitStore.ts'

let studio: ReturnType<typeof studioBehind>

beforeEach(() => {
  draftStore.setState(draftStore.getInitialState(), true)
  draftStore.getState().load(null)
  splitStore.setState(splitStore.getInitialState(), true)
  refusalStore.setState(refusalStore.getInitialState(), true)
  toasts.setState({ list: [] })
  studio = studioBehind(makeQueryClient())
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
afterEach(cleanup)

const open = async (text: string) => {
  draftStore.getState().chooseOperation('paint')
  draftStore.getState().setValues({ text, width: 100 })
  render(
    <QueryClientProvider client={studio.client}>
      <CreatePanel />
    </QueryClientProvider>,
  )
}
const split = async (text: string) => {
  await open(text)
  await userEvent.click(await screen.findByRole('button', { name: /^Split into sentences/ }))
}
const texts = () => studio.enqueued.map(({ values }) => values['text'])

test('one sentence is not offered to be split', async () => {
  await open('One sentence only.')
  await screen.findByRole('button', { name: 'Generate · $0.0001' })
  expect(screen.queryByRole('button', { name: /^Split/ })).toBeNull()
})

test('each sentence becomes a job of its own click, at its own price, and the button says the sum', async () => {
  await split('One. Two! Three?')
  await userEvent.click(await screen.findByRole('button', { name: 'Generate 3 sentences · $0.0003' }))
  await waitFor(() => expect(texts()).toEqual(['One.', 'Two!', 'Three?']))
  expect(new Set(studio.enqueued.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3)
  expect(
    studio.enqueued.every(
      ({ quote, values }) => quote?.key === 'width-100' && quote.price === 100_000 && values['width'] === 100,
    ),
  ).toBe(true)
})

test('one sentence alone is spoken again, as a new click', async () => {
  await split('One. Two!')
  await userEvent.click(await screen.findByRole('button', { name: /^Generate 2 sentences · / }))
  await userEvent.click(await screen.findByRole('button', { name: 'Generate sentence 2 again' }))
  await waitFor(() => expect(texts()).toEqual(['One.', 'Two!', 'Two!']))
  expect(studio.enqueued[2]?.idempotencyKey).not.toBe(studio.enqueued[1]?.idempotencyKey)
})

test('after a lost answer the next press sends only the rest, and the lost one as the same click', async () => {
  await split('One. Two! Three?')
  const button = await screen.findByRole('button', { name: /^Generate 3 sentences · / })
  studio.losesAnswers = 1
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('it won’t run twice')
  act(() => link.getState().set('up'))
  await userEvent.pointer({ keys: '[MouseLeft]', target: document.body })
  await userEvent.click(await screen.findByRole('button', { name: /^Generate 3 sentences · / }))
  await waitFor(() => expect(texts()).toEqual(['One.', 'One.', 'Two!', 'Three?']))
  expect(studio.enqueued[1]?.idempotencyKey).toBe(studio.enqueued[0]?.idempotencyKey)
})

test('back to one job, the whole text is sent', async () => {
  await split('One. Two!')
  await userEvent.click(await screen.findByRole('button', { name: 'Run as one job' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Generate · $0.0001' }))
  await waitFor(() => expect(texts()).toEqual(['One. Two!']))
})

test('without a known price it asks first, once for all', async () => {
  studio.priceless = true
  await split('One. Two!')
  await userEvent.click(
    await screen.findByRole('button', { name: 'Generate 2 sentences · Price unavailable' }),
  )
  expect(studio.enqueued).toEqual([])
  fireEvent.click(await screen.findByRole('button', { name: 'Run anyway', hidden: true }))
  await waitFor(() => expect(studio.enqueued.map(({ quote }) => quote)).toEqual([null, null]))
})
