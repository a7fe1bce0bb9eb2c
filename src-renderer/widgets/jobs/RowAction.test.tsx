// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stubElementSizes } from '../../screens/gallery/testing/stubElementSizes.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
import { JobOutcome } from './JobOutcome.tsx'
import { Queue } from '../../screens/queue/Queue.tsx'
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
    await userEvent.click(screen.getByRole('menuitem', { name, hidden: true }))
  }
  await choose('Enter request ID…')
  await userEvent.type(screen.getByRole('textbox', { name: 'Request ID' }), `${ID}{Enter}`)
  await choose('Stop tracking…')
  await userEvent.click(screen.getByRole('button', { name: 'Stop tracking' }))
  expect(studio.inputs('jobs.decide')).toEqual(decisions)
})

test('the same actions are next to "Try again" on the job’s card', async () => {
  const studio = fakeQueueStudio({ jobs: [job] })
  show(<JobOutcome job={job} />)
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names).toEqual(['Try again', 'Enter request ID…', 'Stop tracking…'])
  await userEvent.click(screen.getByRole('button', { name: 'Enter request ID…' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Request ID' }), `${ID}{Enter}`)
  await userEvent.click(screen.getByRole('button', { name: 'Stop tracking…' }))
  await userEvent.click(screen.getByRole('button', { name: 'Stop tracking' }))
  expect(studio.inputs('jobs.decide')).toEqual(decisions)
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
