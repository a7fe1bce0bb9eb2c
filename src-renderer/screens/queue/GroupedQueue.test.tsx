import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { navigate } from '../../router/navigate.ts'
import { stubElementSizes } from '../gallery/testing/stubElementSize.ts'
import { show } from '../gallery/testing/show.tsx'
import { LINE_HEIGHTS } from './model/queueLines.ts'
import { Queue } from './Queue.tsx'
import { fakeQueueStudio } from './testing/fakeQueueStudio.ts'
import { makeBatch } from './testing/makeBatch.ts'
import { makeJob } from './testing/makeJob.ts'

stubElementSizes()

const titles = () =>
  [...document.querySelectorAll('[data-row]')].map((row) => row.getAttribute('data-row')).join('')

test.each([
  ['an expanded batch', 'B'],
  ['no batch', undefined],
])(
  'the jobs of %s are loaded page by page while scrolling, also after a jump past them',
  async (_, batch) => {
    const jobs = Array.from({ length: 1000 }, (_job, n) =>
      makeJob({ id: `w${n}`, title: `w${n}`, ...(batch && { batch }) }),
    )
    const ended = Array.from({ length: 300 }, () => makeJob({ state: 'saved' }))
    const studio = fakeQueueStudio({ jobs: [...jobs, ...ended], batches: [makeBatch({ id: 'B' })] })
    const client = show(<Queue />)
    const page = (cursor: string) => ({
      filter: { batch: batch ?? null, states: ['queued'] },
      cursor,
      limit: 200,
    })
    const settle = () => waitFor(() => expect(client.isFetching()).toBe(0))
    await screen.findByRole('button', { name: 'w0' })
    await settle()
    expect(studio.inputs('queue.page')).not.toContainEqual(page('200'))
    const scroller = screen.getByRole('list', { name: 'Jobs' }).parentElement
    if (!scroller) throw new Error('The list has no scroller')
    scroller.scrollTop = 300 * LINE_HEIGHTS.job
    fireEvent.scroll(scroller)
    await screen.findByRole('button', { name: 'w300' })
    await settle()
    expect(studio.inputs('queue.page')).toContainEqual(page('200'))
    expect(studio.inputs('queue.page')).not.toContainEqual(page('400'))
  },
)

test('a link to a batch expands it, also after the user collapsed another', async () => {
  fakeQueueStudio({
    batches: [makeBatch({ id: 'A', name: 'Night' }), makeBatch({ id: 'B', name: 'Day' })],
    jobs: [makeJob({ id: 'a1', batch: 'A' }), makeJob({ id: 'b1', batch: 'B' })],
  })
  location.hash = '#/queue'
  show(<Queue />)
  await waitFor(() => expect(titles()).toBe('a1'))
  await userEvent.click(screen.getByRole('button', { name: /^Night/ }))
  expect(titles()).toBe('')
  act(() => navigate('queue/B'))
  await waitFor(() => expect(titles()).toBe('b1'))
  await userEvent.click(screen.getByRole('button', { name: /^Day/ }))
  expect(titles()).toBe('')
  act(() => navigate('queue/B'))
  await waitFor(() => expect(titles()).toBe('b1'))
})
