import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../screens/gallery/testing/show.tsx'
import { makeBatch } from '../../screens/queue/testing/makeBatch.ts'
import { fakeQueueStudio } from '../../screens/queue/testing/fakeQueueStudio.ts'
import { StartNotes } from './StartNotes.tsx'

afterEach(() => {
  location.hash = ''
})

const away = { since: 0, until: 9, saved: 7, failed: 1, uncertain: 0, quoted: 190_123_400, inProgress: 0 }

test('shows how jobs ended while the user was away, and marks that as seen', async () => {
  const studio = fakeQueueStudio({ away })
  show(<StartNotes />)
  expect(await screen.findByText('7 saved, 1 failed, $0.190124 quoted.', { exact: false })).toBeDefined()
  await waitFor(() => expect(studio.inputs('queue.mark_seen')).toHaveLength(1))
  expect(studio.requests.findIndex(({ route }) => route === 'queue.away_summary')).toBeLessThan(
    studio.requests.findIndex(({ route }) => route === 'queue.mark_seen'),
  )
})

test('jobs in progress at the last exit are counted when they end', async () => {
  const studio = fakeQueueStudio(
    {},
    {
      'queue.away_summary': async (awaySpan) =>
        awaySpan ? { ...away, inProgress: 0 } : { ...away, saved: 0, failed: 0, quoted: 0, inProgress: 8 },
    },
  )
  show(<StartNotes />)
  expect(await screen.findByText('7 saved, 1 failed, $0.190124 quoted.', { exact: false })).toBeDefined()
  expect(studio.inputs('queue.away_summary')).toEqual([undefined, { since: 0, until: 9 }])
})

test('resumes only the batches from before the restart', async () => {
  const batches = [makeBatch({ id: 'old', state: 'waiting' }), makeBatch({ id: 'paused', state: 'paused' })]
  const studio = fakeQueueStudio({ batches, waiting: { jobs: 12, quoted: 310_123_400 } })
  show(<StartNotes />)
  expect(await screen.findByText('12 waiting, $0.310124,')).toBeDefined()
  const resume = screen.getByRole<HTMLButtonElement>('button', { name: 'Resume' })
  await waitFor(() => expect(resume.disabled).toBe(false))
  await userEvent.click(resume)
  expect(studio.inputs('batches.resume')).toEqual([{ id: 'old' }])
})

test('shows no note if nothing happened', async () => {
  const studio = fakeQueueStudio({})
  show(<StartNotes />)
  await waitFor(() => expect(studio.inputs('queue.mark_seen')).toHaveLength(1))
  expect(screen.queryByRole('status')).toBeNull()
})

test('warns of a low balance except on the spend report, which has its own warning', async () => {
  const connection = {
    id: 'c',
    name: 'Mine',
    address: 'https://a.example',
    kind: 'remote',
    current: true,
    key: 'keychain',
  } as const
  const balance = {
    connectionId: 'c',
    state: 'reported',
    balance: 500_000_000,
    at: 1,
    warnBelow: 1_000_000_000,
    reserved: 0,
    shortfall: 0,
    level: 'low',
  } as const
  fakeQueueStudio(
    {},
    {
      'connections.list': async () => ({ connections: [connection], keychain: { state: 'available' } }),
      'balance.get': async () => balance,
    },
  )
  location.hash = '#/queue'
  show(<StartNotes />)
  expect(await screen.findByText(/Your balance is low/)).toBeDefined()
  act(() => {
    location.hash = '#/spend?period=month&by=day'
    dispatchEvent(new HashChangeEvent('hashchange'))
  })
  expect(screen.queryByText(/Your balance is low/)).toBeNull()
})
