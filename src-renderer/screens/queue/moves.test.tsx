import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stubElementSizes } from '../gallery/testing/stubElementSize.ts'
import { show } from '../gallery/testing/show.tsx'
import { Queue } from './Queue.tsx'
import { makeBatch } from './testing/makeBatch.ts'
import { makeJob } from './testing/makeJob.ts'
import { fakeQueueStudio } from './testing/fakeQueueStudio.ts'

// @vitest-environment jsdom

stubElementSizes()

test('in a filtered list, a job can be moved to the front, but not one step up', async () => {
  const studio = fakeQueueStudio({ jobs: ['a', 'b', 'c'].map((id) => makeJob({ id, title: id })) })
  show(<Queue />)
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find a job' }), 'c')
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'More for this job' })).toHaveLength(1))
  fireEvent.keyDown(screen.getByRole('button', { name: 'c' }), { key: 'ArrowUp', altKey: true })
  await userEvent.click(screen.getByRole('button', { name: 'More for this job' }))
  expect(screen.queryByText('Move up')).toBeNull()
  await userEvent.click(screen.getByText('Move to front'))
  expect(studio.inputs('queue.move')).toEqual([{ ids: ['c'], to: 'front' }])
  expect(await screen.findByText('“c” is now first')).toBeDefined()
})

test('moving another job to the front is announced again, even with the same title', async () => {
  fakeQueueStudio({ jobs: ['a', 'b'].map((id) => makeJob({ id, title: 'a boat' })) })
  show(<Queue />)
  const [first, second] = await screen.findAllByRole('button', { name: 'a boat' })
  if (!first || !second) throw new Error('The list has no two jobs')
  fireEvent.keyDown(first, { key: 'End', altKey: true })
  const announcement = await screen.findByText('“a boat” is now last')
  fireEvent.keyDown(second, { key: 'End', altKey: true })
  expect(screen.getByText('“a boat” is now last')).not.toBe(announcement)
})

test('a batch can be moved to the front', async () => {
  const studio = fakeQueueStudio({ batches: [makeBatch({ id: 'B', name: 'Night' })] })
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: 'More for Night' }))
  await userEvent.click(screen.getByText('Move to front'))
  expect(studio.inputs('queue.move')).toEqual([{ batch: 'B', to: 'front' }])
})
