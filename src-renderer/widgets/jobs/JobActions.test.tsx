import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stubElementSizes } from '../../screens/gallery/testing/stubElementSize.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
import { JobOutcome } from './JobOutcome.tsx'
import { Queue } from '../../screens/queue/Queue.tsx'
import { makeBatch } from '../../screens/queue/testing/makeBatch.ts'
import { makeJob } from '../../screens/queue/testing/makeJob.ts'
import { fakeQueueStudio } from '../../screens/queue/testing/fakeQueueStudio.ts'

const ID = '123e4567-e89b-42d3-a456-426614174000'
const problem = { code: 'job_vanished', money: 'unknown' } as const
const job = makeJob({ id: 'one', state: 'vanished', problem })
const decisions = [
  { id: 'one', choice: 'found', requestId: ID },
  { id: 'one', choice: 'close' },
]

stubElementSizes()

test('a missing job can be given another request id or closed from its row', async () => {
  const studio = fakeQueueStudio({ jobs: [job] })
  show(<Queue />)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined()
  const choose = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'More for this job' }))
    await userEvent.click(await screen.findByRole('menuitem', { name, hidden: true }))
  }
  await choose('I found the job at the service…')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Request ID' }), `${ID}{Enter}`)
  await choose('Stop tracking…')
  await userEvent.click(await screen.findByRole('button', { name: 'Stop tracking' }))
  await waitFor(() => expect(studio.inputs('jobs.resolve_uncertain')).toEqual(decisions))
})

test('the same actions are next to "Try again" on the job’s card', async () => {
  const studio = fakeQueueStudio({ jobs: [job] })
  show(<JobOutcome job={job} />)
  await screen.findByRole('button', { name: 'I found the job at the service…' })
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names).toEqual(['Try again', 'I found the job at the service…', 'Stop tracking…'])
  await userEvent.click(screen.getByRole('button', { name: 'I found the job at the service…' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Request ID' }), `${ID}{Enter}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Stop tracking…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Stop tracking' }))
  await waitFor(() => expect(studio.inputs('jobs.resolve_uncertain')).toEqual(decisions))
})

test('a closed missing job shows why and offers no further actions', () => {
  fakeQueueStudio()
  show(<JobOutcome job={{ ...job, state: 'closed' }} />)
  expect(screen.getByText(/The service couldn’t find it/)).toBeDefined()
  expect(screen.queryByText(/enter another request ID/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Stop tracking…' })).toBeNull()
})

test('an unsaved job has no action for its request id', async () => {
  fakeQueueStudio({ jobs: [makeJob({ state: 'unsaved' })] })
  show(<Queue />)
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('button', { name: 'More for this job' })).toBeNull()
})

const jobWithNewPrice = makeJob({
  id: 'dear',
  state: 'queued',
  price: 1_000_000,
  problem: { code: 'price_changed', money: 'not_charged', params: { shown: 1_000_000, price: 4_000_000 } },
})

test('a job whose price rose shows both prices and is sent at the price on its button', async () => {
  const studio = fakeQueueStudio({ jobs: [jobWithNewPrice] })
  show(<Queue />)
  expect(
    await screen.findByText(/price changed from \$0\.001\d* to \$0\.004\d*.*Nothing was charged/i),
  ).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Review new price…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send job · $0.004213' }))
  const quote = { key: 'key', price: 4_213_000, quotedAt: 0 }
  expect(studio.inputs('jobs.accept_price')).toEqual([{ id: 'dear', quote }])
})

test('a job whose price rose can’t be sent while no price is available', async () => {
  const problem = { code: 'service_unreachable', money: 'none' } as const
  const studio = fakeQueueStudio(
    { jobs: [jobWithNewPrice] },
    { 'jobs.price': async () => ({ state: 'unavailable', key: 'k', problem }) },
  )
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: 'Review new price…' }))
  const button = await screen.findByRole('button', { name: 'Send job' })
  expect(button).toHaveProperty('disabled', true)
  expect(studio.inputs('jobs.accept_price')).toEqual([])
})

test('a batch whose prices rose continues at the total on its button', async () => {
  const params = { shown: 4_213_000, price: 5_000_000, jobs: 4, reserved: 16_852_000 }
  const problem = { code: 'batch_price_changed', money: 'not_charged', params } as const
  const studio = fakeQueueStudio({ batches: [makeBatch({ id: 'b', state: 'paused', unsent: 4, problem })] })
  show(<Queue />)
  expect(
    await screen.findByText(/Prices rose: a job quoted at \$0\.004213 now costs \$0\.005\d*\./),
  ).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Review new price…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send 4 jobs · $0.02' }))
  expect(studio.inputs('batches.accept_price')).toEqual([{ id: 'b', total: 20_000_000 }])
})
