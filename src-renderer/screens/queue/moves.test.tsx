import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { stubElementSizes } from '../gallery/testing/stubElementSize.ts'
import { show } from '../gallery/testing/show.tsx'
import { Queue } from './Queue.tsx'
import { makeBatch } from './testing/makeBatch.ts'
import { makeJob } from './testing/makeJob.ts'
import { fakeQueueStudio } from './testing/fakeQueueStudio.ts'

stubElementSizes()

test('in a filtered list, a job can be moved to the front, but not one step up', async () => {
  const studio = fakeQueueStudio({ jobs: ['a', 'b', 'c'].map((id) => makeJob({ id, title: id })) })
  show(<Queue />)
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find a job' }), 'c')
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'More for this job' })).toHaveLength(1))
  fireEvent.keyDown(screen.getByRole('button', { name: 'c' }), { key: 'ArrowUp', altKey: true })
  await userEvent.click(screen.getByRole('button', { name: 'More for this job' }))
  await userEvent.click(await screen.findByText('Move to front'))
  expect(screen.queryByText('Move up')).toBeNull()
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
  await waitFor(() => expect(screen.getByText('“a boat” is now last')).not.toBe(announcement))
})

test('a batch can be moved to the front', async () => {
  const studio = fakeQueueStudio({ batches: [makeBatch({ id: 'B', name: 'Night' })] })
  show(<Queue />)
  await userEvent.click(await screen.findByRole('button', { name: 'More for Night' }))
  await userEvent.click(screen.getByText('Move to front'))
  expect(studio.inputs('queue.move')).toEqual([{ batch: 'B', to: 'front' }])
})

test('a move that fails is not announced', async () => {
  const studio = fakeQueueStudio({ jobs: ['a', 'b'].map((id) => makeJob({ id, title: id })) })
  studio.failingRoutes.add('queue.move')
  show(<Queue />)
  fireEvent.keyDown(await screen.findByRole('button', { name: 'b' }), { key: 'Home', altKey: true })
  expect(await screen.findByText(/^Something went wrong inside Easel/)).toBeDefined()
  expect(screen.queryByText('“b” is now first')).toBeNull()
})

test('an announcement cuts a long title without splitting a character', async () => {
  const title = `${'a'.repeat(79)}🚢 at sea`
  fakeQueueStudio({ jobs: [makeJob({ id: 'a' }), makeJob({ id: 'b', title })] })
  show(<Queue />)
  fireEvent.keyDown(await screen.findByRole('button', { name: title }), { key: 'Home', altKey: true })
  expect(await screen.findByText(`“${'a'.repeat(79)}” is now first`)).toBeDefined()
})

const order = () => [...document.querySelectorAll('[data-row]')].map((row) => row.getAttribute('data-row'))

test('a move does not take the focus from an element that got it in the meantime', async () => {
  const jobs = ['a', 'b'].map((id) => makeJob({ id, title: id }))
  fakeQueueStudio({ jobs }, { 'queue.move': () => new Promise(() => {}) })
  show(<Queue />)
  const row = await screen.findByRole('button', { name: 'b' })
  row.focus()
  fireEvent.keyDown(row, { key: 'ArrowUp', altKey: true })
  const search = screen.getByRole('searchbox', { name: 'Find a job' })
  search.focus()
  await waitFor(() => expect(order()).toEqual(['b', 'a']))
  expect(document.activeElement).toBe(search)
})

test('a move that changes nothing does not move the focus at the next change of the queue', async () => {
  const jobs = ['a', 'b'].map((id) => makeJob({ id, title: id }))
  const studio = fakeQueueStudio({ jobs })
  show(<Queue />)
  const row = await screen.findByRole('button', { name: 'a' })
  row.focus()
  fireEvent.keyDown(row, { key: 'ArrowUp', altKey: true })
  screen.getByRole('button', { name: 'b' }).focus()
  const newJob = makeJob({ id: 'c', title: 'c' })
  studio.jobs.push(newJob)
  studio.emit({ type: 'jobs.changed', jobs: [newJob] })
  await screen.findByRole('button', { name: 'c' })
  expect(document.activeElement?.closest('[data-row]')?.getAttribute('data-row')).toBe('b')
})

test('the positions of rows for screen readers count jobs and batches, not headings', async () => {
  const jobs = [makeJob({ id: 'a' }), makeJob({ id: 'z', state: 'saved' })]
  fakeQueueStudio({ jobs, batches: [makeBatch({ id: 'B', unsent: 0, running: 0 })] })
  show(<Queue />)
  await screen.findByText('Earlier')
  const positions = [...document.querySelectorAll('[aria-posinset]')].map(
    (row) => `${row.getAttribute('aria-posinset')} of ${row.getAttribute('aria-setsize')}`,
  )
  expect(positions).toEqual(['1 of 3', '2 of 3', '3 of 3'])
})
