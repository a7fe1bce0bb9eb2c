// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../gallery/testing/show.tsx'
import { makeBatch } from '../testing/makeBatch.ts'
import { queueBehind } from '../testing/queueBehind.ts'
import { HomeNotes } from './HomeNotes.tsx'

afterEach(cleanup)

const away = { since: 0, until: 9, saved: 7, failed: 1, uncertain: 0, quoted: 190_000_000, underWay: 0 }

test('says what became of the jobs meanwhile, and that the user has seen it', async () => {
  const studio = queueBehind({ away })
  show(<HomeNotes />)
  expect(await screen.findByText('7 saved, 1 failed, $0.19 quoted.', { exact: false })).toBeDefined()
  await waitFor(() => expect(studio.inputs('queue.seen')).toHaveLength(1))
  expect(studio.asked.findIndex(({ route }) => route === 'queue.away')).toBeLessThan(
    studio.asked.findIndex(({ route }) => route === 'queue.seen'),
  )
})

test('what the last run left under way is counted as it comes in, however much of it was seen', async () => {
  const studio = queueBehind(
    {},
    {
      'queue.away': async (awaySpan) =>
        awaySpan ? { ...away, underWay: 0 } : { ...away, saved: 0, failed: 0, quoted: 0, underWay: 8 },
    },
  )
  show(<HomeNotes />)
  expect(await screen.findByText('7 saved, 1 failed, $0.19 quoted.', { exact: false })).toBeDefined()
  expect(studio.inputs('queue.away')).toEqual([undefined, { since: 0, until: 9 }])
})

test('resuming goes on with the batches from before the restart, and with no other', async () => {
  const batches = [makeBatch({ id: 'old', state: 'waiting' }), makeBatch({ id: 'paused', state: 'paused' })]
  const studio = queueBehind({ batches, waiting: { jobs: 12, quoted: 310_000_000 } })
  show(<HomeNotes />)
  expect(await screen.findByText('12 unsent, $0.31')).toBeDefined()
  const resume = screen.getByRole<HTMLButtonElement>('button', { name: 'Resume' })
  await waitFor(() => expect(resume.disabled).toBe(false))
  await userEvent.click(resume)
  expect(studio.inputs('batches.resume')).toEqual([{ id: 'old' }])
})

test('nothing to say is nothing on screen', async () => {
  const studio = queueBehind({})
  show(<HomeNotes />)
  await waitFor(() => expect(studio.inputs('queue.seen')).toHaveLength(1))
  expect(screen.queryByRole('status')).toBeNull()
})
