import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConnectionHealthState } from '../../../src-preload/contract/types/connection.ts'
import { formatClock } from '../../lib/format/time.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
import { makeJob } from '../../screens/queue/testing/makeJob.ts'
import { fakeQueueStudio } from '../../screens/queue/testing/fakeQueueStudio.ts'
import type { Outage } from '../../widgets/useHealth.ts'
import { OutageNotes } from './OutageNotes.tsx'

const now = new Date(2026, 10, 22, 14, 2).getTime()
const outage: Outage = { since: now, reason: 'refused', status: null, nextTryAt: now + 30_000, trying: false }

beforeEach(() => vi.useFakeTimers({ now, toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function open(
  out: Outage | null,
  kind: 'remote' | 'environment' = 'remote',
  where: 'create' | 'queue' = 'queue',
) {
  const state: { now: ConnectionHealthState } = { now: { connectionId: 'c', outage: out, recoveredAt: null } }
  const mine = {
    id: 'c',
    name: 'Mine',
    address: 'https://a.example',
    kind,
    key: 'keychain',
    current: true,
  } as const
  const studio = fakeQueueStudio(
    {},
    {
      'connections.list': async () => ({ connections: [mine], keychain: { state: 'available' } }),
      'connections.health': async () => ({ connections: [state.now] }),
      'connections.try_again': async () => undefined,
    },
  )
  show(<OutageNotes screen={where} />)
  return { studio, state }
}
const tries = (studio: ReturnType<typeof open>['studio']) => studio.inputs('connections.try_again')

test('an outage shows its connection, start, reason and next attempt', async () => {
  open(outage)
  const note = await screen.findByRole('status')
  expect(note.textContent).toContain(
    `No connection to Mine since ${formatClock(now)}: nothing responds at its URL.`,
  )
  expect(note.textContent).toContain('Next try in 30 s.')
  act(() => void vi.advanceTimersByTime(12_000))
  expect(note.textContent).toContain('Next try in 18 s.')
})

test('retries when due while the window is visible', async () => {
  const { studio } = open(outage)
  await screen.findByRole('status')
  act(() => void vi.advanceTimersByTime(29_000))
  expect(tries(studio)).toEqual([])
  act(() => void vi.advanceTimersByTime(1000))
  expect(tries(studio)).toEqual([{ id: 'c', immediately: false }])
})

test('a hidden window does not retry until it is visible again', async () => {
  const { studio } = open(outage)
  await screen.findByRole('status')
  const visibilityState = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void vi.advanceTimersByTime(120_000))
  expect(tries(studio)).toEqual([])
  visibilityState.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(tries(studio)).toEqual([{ id: 'c', immediately: false }])
})

test('retries immediately when the network returns or the user clicks', async () => {
  const { studio } = open(outage)
  await screen.findByRole('status')
  act(() => void dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(tries(studio)).toEqual([{ id: 'c', immediately: true }]))
  vi.useRealTimers()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(tries(studio)).toHaveLength(2)
})

test('the user can retry while an attempt hangs', async () => {
  const { studio } = open({ ...outage, trying: true })
  await screen.findByRole('status')
  vi.useRealTimers()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(tries(studio)).toEqual([{ id: 'c', immediately: true }])
})

test('the note disappears when the connection works again', async () => {
  const { studio, state } = open(outage)
  await screen.findByRole('status')
  state.now = { connectionId: 'c', outage: null, recoveredAt: now }
  studio.emit({ type: 'health.changed' })
  await vi.waitFor(() => expect(screen.queryByRole('status')).toBeNull())
})

test('a rejected key links to its setting, and one from the environment names the variable', async () => {
  const rejected = { ...outage, reason: 'key_rejected', status: 401, nextTryAt: null } as const
  open(rejected)
  expect((await screen.findByRole('status')).textContent).toContain('Mine has rejected your API key since')
  expect(screen.getByRole('button', { name: 'Update key' })).toBeDefined()
  cleanup()
  open(rejected, 'environment')
  expect((await screen.findByRole('status')).textContent).toContain('EASEL_API_KEY')
  expect(screen.queryByRole('button', { name: 'Update key' })).toBeNull()
})

test.each([
  ['create', true, false],
  ['queue', true, true],
  ['queue', false, false],
] as const)(
  'a rejected key of another connection: on %s, with jobs of it %s, the note is shown: %s',
  async (where, hasJobs, isShown) => {
    const [other, current] = ['other', 'current'].map((id) => ({
      id,
      name: id,
      address: 'https://a.example',
      kind: 'remote' as const,
      key: 'keychain' as const,
      current: id === 'current',
    }))
    const job = makeJob({ connection: { id: 'other', name: 'other' } })
    const studio = fakeQueueStudio(
      {},
      {
        'connections.list': async () => ({
          connections: [other, current].filter((one) => one !== undefined),
          keychain: { state: 'available' },
        }),
        'connections.health': async () => ({
          connections: [
            {
              connectionId: 'other',
              outage: { ...outage, reason: 'key_rejected', status: 401, nextTryAt: null },
              recoveredAt: null,
            },
          ],
        }),
        'jobs.list': async () => ({ jobs: hasJobs ? [job] : [], next: null }),
      },
    )
    show(<OutageNotes screen={where} />)
    await vi.waitFor(() => expect(studio.inputs('jobs.list')).toHaveLength(1))
    if (isShown)
      expect((await screen.findByRole('status')).textContent).toContain('has rejected your API key')
    else await vi.waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  },
)
