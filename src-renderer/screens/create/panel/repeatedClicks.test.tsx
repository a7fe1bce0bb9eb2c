import { act, cleanup, screen, waitFor, within, fireEvent } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { receiveJobs } from '../../../host/events.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { selectedJobStore } from '../../../widgets/jobs/selectedJobStore.ts'
import { fakeCreateStudio } from '../testing/fakeCreateStudio.ts'
import { showCreatePanel } from '../testing/showCreatePanel.tsx'

let studio: ReturnType<typeof fakeCreateStudio>
const client = () => studio.client

beforeEach(() => {
  draftStore.getState().load(null)
  studio = fakeCreateStudio(makeQueryClient())
})

const open = () => showCreatePanel(client())
const findButton = (name: string | RegExp) => screen.findByRole('button', { name })
/** Ends a series of clicks, because the button ignores the second click of a double click. */
const clickElsewhere = () => userEvent.pointer({ keys: '[MouseLeft]', target: document.body })
const type = (field: HTMLElement, text: string) => fireEvent.change(field, { target: { value: text } })

test('an identical job in progress is shown above the button while the form matches it', async () => {
  draftStore.getState().lockSeed(true, 'paint')
  const prompt = await open()
  type(prompt, 'a boat')
  await userEvent.click(await findButton('Generate · $0.000512'))
  await waitFor(() => expect(studio.jobs).toHaveLength(1))
  const [first] = studio.jobs
  studio.already = first ?? null
  await userEvent.click(await findButton('Generate · $0.000512'))
  const note = await screen.findByRole('region', { name: 'Already in progress' })
  expect(within(note).getByText(/Nothing new was sent/, { selector: 'p' })).toBeDefined()
  expect(selectedJobStore.getState().selected).toBe(first?.id)
  type(prompt, 'a red boat')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Already in progress' })).toBeNull())
  type(prompt, 'a boat')
  await screen.findByRole('region', { name: 'Already in progress' })
  if (first) act(() => receiveJobs(client(), [{ ...first, state: 'uncertain' }]))
  await screen.findByRole('region', { name: 'Charge unconfirmed' })
  if (first) act(() => receiveJobs(client(), [{ ...first, state: 'failed' }]))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Run again/ })).toBeNull())
})

test('an identical job is sent only with a separate click, at the price on that button', async () => {
  draftStore.getState().lockSeed(true, 'paint')
  type(await open(), 'a boat')
  await userEvent.click(await findButton('Generate · $0.000512'))
  await waitFor(() => expect(studio.jobs).toHaveLength(1))
  studio.already = studio.jobs[0] ?? null
  await userEvent.click(await findButton('Generate · $0.000512'))
  await userEvent.click(await findButton('Run again · $0.000512'))
  await waitFor(() => expect(studio.jobs).toHaveLength(2))
  const [first, second, third] = studio.enqueued
  expect([first?.another, second?.another, third?.another]).toEqual([undefined, undefined, true])
  expect(new Set([first?.idempotencyKey, second?.idempotencyKey, third?.idempotencyKey]).size).toBe(3)
  expect(screen.queryByRole('button', { name: /^Run again/ })).toBeNull()
  expect(document.activeElement).toBe(await findButton('Generate · $0.000512'))
})

test.each(['lost', 'broken'])(
  'a click whose response was %s keeps its idempotency key when repeated',
  async (reason) => {
    draftStore.getState().lockSeed(true, 'paint')
    type(await open(), 'a boat')
    studio.lostResponses = Number(reason === 'lost')
    studio.failsAfterEnqueue = reason !== 'lost'
    await userEvent.click(await findButton(/\$/))
    expect((await screen.findByRole('alert')).textContent).toContain('it won’t run twice')
    await clickElsewhere()
    await userEvent.click(await findButton(/\$/))
    await waitFor(() => expect(studio.enqueued).toHaveLength(2))
    expect(studio.enqueued[1]?.idempotencyKey).toBe(studio.enqueued[0]?.idempotencyKey)
  },
)

test('a “Run again” click after a lost response keeps its key, even on return to Create with another collection', async () => {
  draftStore.getState().lockSeed(true, 'paint')
  type(await open(), 'a boat')
  await userEvent.click(await findButton('Generate · $0.000512'))
  await waitFor(() => expect(studio.jobs).toHaveLength(1))
  studio.already = studio.jobs[0] ?? null
  await userEvent.click(await findButton('Generate · $0.000512'))
  const again = await findButton('Run again · $0.000512')
  studio.lostResponses = 1
  await userEvent.click(again)
  expect((await screen.findByRole('alert')).textContent).toContain('it won’t run twice')
  cleanup()
  await open()
  act(() => draftStore.getState().chooseCollection('boats'))
  await screen.findByRole('alert')
  await userEvent.click(await findButton('Run again · $0.000512'))
  await waitFor(() => expect(studio.enqueued).toHaveLength(4))
  const [lost, repeated] = studio.enqueued.slice(2)
  expect([lost?.another, repeated?.another]).toEqual([true, true])
  expect(repeated?.idempotencyKey).toBe(lost?.idempotencyKey)
})
