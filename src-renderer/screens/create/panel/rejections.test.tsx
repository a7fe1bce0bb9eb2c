import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { receiveJobs } from '../../../host/events.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { makeJob } from '../../queue/testing/makeJob.ts'
import { fakeCreateStudio } from '../testing/fakeCreateStudio.ts'
import { showCreatePanel } from '../testing/showCreatePanel.tsx'

let studio: ReturnType<typeof fakeCreateStudio>

beforeEach(() => {
  draftStore.getState().load(null)
  studio = fakeCreateStudio(makeQueryClient())
})

const open = async () =>
  fireEvent.change(await showCreatePanel(studio.client), { target: { value: 'a boat' } })
const clickGenerate = async () => userEvent.click(await screen.findByRole('button', { name: /\$/ }))

test('a rejection is shown at its field and does not block another attempt', async () => {
  await open()
  await clickGenerate()
  await waitFor(() => expect(studio.jobs).toHaveLength(1))
  const [job] = studio.jobs
  const fields = { width: ['must be at most 256'] }
  const problem: Problem = { code: 'service_refused', money: 'not_charged', fields }
  if (job) receiveJobs(studio.client, [{ ...job, state: 'rejected', problem }])
  const width = await screen.findByRole('textbox', { name: 'Width', description: 'must be at most 256' })
  expect(width.getAttribute('aria-invalid')).toBe('true')
  // Ends a series of clicks, because the button ignores the second click of a double click.
  await userEvent.pointer({ keys: '[MouseLeft]', target: document.body })
  await clickGenerate()
  await waitFor(() => expect(studio.enqueued).toHaveLength(2))
  expect(width.getAttribute('aria-invalid')).toBeNull()
})

test('a rejection that arrives before the response to its click is shown, however many jobs of a batch are rejected meanwhile', async () => {
  await open()
  const { promise, resolve } = Promise.withResolvers<void>()
  studio.enqueueGate = promise
  await clickGenerate()
  await waitFor(() => expect(studio.enqueued).toHaveLength(1))
  const problem: Problem = { code: 'service_refused', money: 'not_charged', fields: { width: ['too wide'] } }
  const reject = (id: string, batch: string | null) => makeJob({ id, batch, state: 'rejected', problem })
  const ofBatch = Array.from({ length: 20 }, (_, row) => reject(`row-${row}`, 'batch'))
  act(() => receiveJobs(studio.client, [reject(studio.enqueued[0]?.idempotencyKey ?? '', null), ...ofBatch]))
  await act(async () => resolve())
  expect(await screen.findByRole('textbox', { name: 'Width', description: 'too wide' })).toBeDefined()
})
