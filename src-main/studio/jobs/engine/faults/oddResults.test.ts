import { expect, test } from 'vitest'
import type { DownloadOutcome } from '../../../library/downloads/DownloadOutcome.ts'
import { respondOk, storedFile, testEngine, type Script } from '../testEngine.ts'

const requestId = '6f1c2f9e-1f7a-4f4e-9b39-0d6d2f0b8a11'
const done = respondOk({ status: 'done', progress: 100, result_url: 'https://results.example/a.png' })
const hour = 3_600_000
const unreachable: DownloadOutcome = {
  kind: 'failed',
  problem: { code: 'service_unreachable', money: 'charged' },
}
const expired: DownloadOutcome = { kind: 'expired', problem: { code: 'result_expired', money: 'charged' } }
const refused = (what: string): DownloadOutcome => ({
  kind: 'refused',
  problem: { code: 'result_refused', money: 'charged', params: { what } },
})
const script = (more: Partial<Script>): Partial<Script> => ({
  submit: () => respondOk({ request_id: requestId }),
  poll: () => done,
  ...more,
})
const countCalls = (calls: string[], name: string) => calls.filter((call) => call.startsWith(name)).length

test.each([
  ['complete by HTTP is saved after two', true, 2],
  ['complete only by the end of the connection is saved after five', false, 5],
])('a file that looks truncated and was %s identical downloads, not before', async (_, isFramed, times) => {
  const truncated: DownloadOutcome = {
    kind: 'failed',
    problem: { code: 'result_damaged', money: 'charged', params: { what: 'mp3' } },
    received: { sha256: 'ragged', isFramed },
  }
  const world = testEngine(
    script({
      download: (_url, { acceptTruncated }) =>
        acceptTruncated === 'ragged' ? { kind: 'file', file: storedFile, isTruncated: true } : truncated,
    }),
  )
  const { id } = world.enqueue()
  await world.clock.advance(2 * hour)
  expect(world.store.find(id)).toMatchObject({ state: 'saved', problem: { code: 'result_doubtful' } })
  expect(countCalls(world.calls, 'download')).toBe(times)
  expect(countCalls(world.calls, 'doubtful')).toBe(1)
})

test('a file that looks truncated is named as that before it is downloaded again', async () => {
  const received = { sha256: 'ragged', isFramed: true }
  const problem = { code: 'result_damaged', money: 'charged', params: { what: 'jpg' } } as const
  const world = testEngine(script({ download: () => ({ kind: 'failed', problem, received }) }))
  const { id } = world.enqueue()
  await world.clock.advance(2000)
  expect(world.store.find(id)).toMatchObject({
    state: 'saving',
    problem: { code: 'result_incomplete', params: { what: 'jpg' } },
    waitsUntil: expect.any(Number),
  })
})

test('a job is shown as being downloaded only while its result is requested or received', async () => {
  const { promise, resolve } = Promise.withResolvers<DownloadOutcome>()
  const world = testEngine(script({ download: () => promise }))
  const { id } = world.enqueue()
  const isDownloading = () => world.jobs.get(id).isDownloading ?? false
  expect(isDownloading()).toBe(false)
  await world.clock.advance(5000)
  expect(isDownloading()).toBe(true)
  resolve(unreachable)
  await world.clock.advance(0)
  expect(isDownloading()).toBe(false)
  expect(world.store.find(id)).toMatchObject({ state: 'saving', problem: { code: 'service_unreachable' } })
})

test('an empty transcript is saved within seconds beside results that are missing, expired or damaged', async () => {
  const outcomes: DownloadOutcome[] = [
    expired,
    refused('html'),
    { kind: 'failed', problem: { code: 'result_damaged', money: 'charged' } },
  ]
  let jobs = 0
  const world = testEngine({
    makesText: true,
    submit: () => respondOk({ request_id: `6f1c2f9e-1f7a-4f4e-9b39-${String(jobs++).padStart(12, '0')}` }),
    poll: (path) =>
      respondOk({ status: 'done', result_url: `https://results.example/${path.split('-').at(-1)}` }),
    download: (url) => {
      const odd = outcomes[Number(url.split('/').at(-1)) % 4]
      return odd ?? { kind: 'file', file: { ...storedFile, kind: 'text', format: 'txt', bytes: 0 } }
    },
  })
  const ids = Array.from({ length: 24 }, () => world.enqueue().id)
  await world.clock.advance(10_000)
  expect(ids.filter((id) => world.store.find(id)?.state === 'saved')).toHaveLength(6)
})
