import { expect, test } from 'vitest'
import {
  refusedOutcome,
  TOO_LARGE,
  type DownloadOutcome,
} from '../../../library/downloads/DownloadOutcome.ts'
import { respondWith, storedFile, respondOk, testEngine, type Script } from '../testEngine.ts'

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

test('a result is saved after a night without a network, with few attempts and without a click', async () => {
  let isAvailable = false
  const world = testEngine(
    script({ download: () => (isAvailable ? { kind: 'file', file: storedFile } : unreachable) }),
  )
  const { id } = world.enqueue()
  await world.clock.advance(hour)
  expect(world.store.find(id)).toMatchObject({ state: 'unsaved', waitsUntil: expect.any(Number) })
  await world.clock.advance(9 * hour)
  expect(countCalls(world.calls, 'download')).toBeLessThan(50)
  isAvailable = true
  await world.clock.advance(5 * hour)
  expect(world.store.find(id)).toMatchObject({ state: 'saved', problem: null, waitsUntil: null })
  expect(countCalls(world.calls, 'submit')).toBe(1)
})

test('the progress of a job counts while its result is downloaded, and not once it is unsaved', async () => {
  const responses = [respondOk({ status: 'processing', progress: 90 })]
  const world = testEngine(script({ poll: () => responses.shift() ?? done, download: () => unreachable }))
  const { id } = world.enqueue()
  await world.clock.advance(20_000)
  expect(world.store.find(id)?.state).toBe('saving')
  expect(world.live.sumProgress()).toBe(0.9)
  await world.clock.advance(hour)
  expect(world.store.find(id)?.state).toBe('unsaved')
  expect(world.live.sumProgress()).toBe(0)
})

test('unsaved results are tried again after a restart, except those that can never be saved', async () => {
  const before = testEngine(
    script({ submit: () => respondOk({ request_id: crypto.randomUUID() }), download: () => unreachable }),
  )
  const [one, other] = [before.enqueue(), before.enqueue()]
  await before.clock.advance(hour)
  await before.engine.close()
  const problem = { code: 'result_too_large', money: 'charged' } as const
  before.store.update(other.id, 'unsaved', { problem })

  const after = testEngine(script({}), before.database)
  after.engine.markInterruptedUncertain()
  after.engine.start()
  await after.clock.advance(60_000)
  expect(after.store.find(one.id)?.state).toBe('saved')
  expect(after.store.find(other.id)?.state).toBe('unsaved')
})

test('a web page in place of an image is reported at once, and the image is downloaded once available', async () => {
  let isAvailable = false
  const download = (): DownloadOutcome => (isAvailable ? { kind: 'file', file: storedFile } : refused('html'))
  const world = testEngine(script({ download }))
  const { id } = world.enqueue()
  await world.clock.advance(5000)
  expect(world.store.find(id)).toMatchObject({ state: 'saving', problem: { code: 'result_refused' } })
  isAvailable = true
  await world.clock.advance(10_000)
  expect(world.store.find(id)?.state).toBe('saved')
})

test('a job whose result is unavailable is shown as unsaved after the seventh failed download', async () => {
  const world = testEngine(script({ download: () => unreachable }))
  const { id } = world.enqueue()
  const states: (string | undefined)[] = []
  while (states.length < 8) {
    const before = countCalls(world.calls, 'download')
    await world.clock.advance(100)
    if (countCalls(world.calls, 'download') > before) states.push(world.store.find(id)?.state)
  }
  expect(states).toEqual([...Array.from({ length: 6 }, () => 'saving'), 'unsaved', 'unsaved'])
})

test.each([
  ['five minutes', '300', 'saving'],
  ['more than five minutes', '301', 'unsaved'],
])(
  'a job that has to wait %s for the poll that renews its link (Retry-After %s) is shown as %s',
  async (_, seconds, state) => {
    const polls = [done]
    const world = testEngine(
      script({
        poll: () => polls.shift() ?? respondWith(429, { 'retry-after': seconds }),
        download: () => expired,
      }),
    )
    const { id } = world.enqueue()
    await world.clock.advance(60_000)
    expect(world.store.find(id)).toMatchObject({ state, problem: { code: 'result_expired' } })
  },
)

test.each([
  [200, ['/a.png', '/renewed.png']],
  [300, ['/a.png']],
])('an expired link is renewed by a poll only if its response is a success (%i)', async (status, paths) => {
  const renewed = respondOk({ status: 'done', result_url: 'https://results.example/renewed.png' })
  const polls = [done]
  const world = testEngine(
    script({ poll: () => polls.shift() ?? { ...renewed, status }, download: () => expired }),
  )
  world.enqueue()
  await world.clock.advance(1500)
  const downloads = world.calls.filter((call) => call.startsWith('download'))
  expect(downloads).toEqual(paths.map((path) => `download https://results.example${path}`))
})

test('a link in a response about another job is not downloaded', async () => {
  const other = { request_id: '123e4567-e89b-42d3-a456-426614174000', status: 'done' }
  const polls = [done]
  const world = testEngine(
    script({
      poll: () => polls.shift() ?? respondOk({ ...other, result_url: 'https://results.example/other.png' }),
      download: (url) => (url.endsWith('other.png') ? { kind: 'file', file: storedFile } : expired),
    }),
  )
  const { id } = world.enqueue()
  await world.clock.advance(hour)
  expect(world.store.find(id)?.state).toBe('unsaved')
  expect(world.calls).not.toContain('download https://results.example/other.png')
})

test('a link that could not be renewed while the key could not be read is renewed later, and the result saved', async () => {
  const renewed = respondOk({ status: 'done', result_url: 'https://results.example/renewed.png' })
  let isLocked = false
  let polls = 0
  const world = testEngine(
    script({
      access: () => {
        if (isLocked) throw new Error('The keychain is locked')
        return { connectionId: 'c', address: 'https://service.example', key: 'key' }
      },
      poll: () => {
        isLocked = polls++ === 0
        return polls === 1 ? done : renewed
      },
      download: (url) => (url.endsWith('renewed.png') ? { kind: 'file', file: storedFile } : expired),
    }),
  )
  const { id } = world.enqueue()
  await world.clock.advance(10 * 60_000)
  expect(world.store.find(id)).toMatchObject({ problem: { code: 'result_expired' } })
  isLocked = false
  await world.clock.advance(hour)
  expect(world.store.find(id)?.state).toBe('saved')
})

test('an unsaved job shows why its latest download failed and when the next one is', async () => {
  let outcome: DownloadOutcome = unreachable
  const world = testEngine(script({ download: () => outcome }))
  const { id } = world.enqueue()
  await world.clock.advance(3 * 60_000)
  expect(world.store.find(id)).toMatchObject({
    state: 'unsaved',
    problem: { code: 'service_unreachable', money: 'charged' },
  })
  outcome = { kind: 'failed', problem: { code: 'result_damaged', money: 'charged' } }
  await world.clock.advance(hour)
  const job = world.store.find(id)
  expect(job).toMatchObject({ state: 'unsaved', problem: { code: 'result_damaged', money: 'charged' } })
  expect(job?.waitsUntil).toBeGreaterThan(world.clock.now())
})

test('a job whose result is unavailable is unsaved after two minutes and saved without a click once it is available', async () => {
  let isAvailable = false
  const world = testEngine(
    script({ download: () => (isAvailable ? { kind: 'file', file: storedFile } : unreachable) }),
  )
  const { id } = world.enqueue()
  await world.clock.advance(3 * 60_000)
  expect(world.store.find(id)).toMatchObject({ state: 'unsaved', waitsUntil: expect.any(Number) })
  await world.clock.advance(48 * hour)
  isAvailable = true
  await world.clock.advance(15 * 60_000)
  expect(world.store.find(id)?.state).toBe('saved')
})

test.each([20_000, hour])('a click after %d ms of waiting downloads the result at once', async (waited) => {
  let isAvailable = false
  const world = testEngine(
    script({ download: () => (isAvailable ? { kind: 'file', file: storedFile } : unreachable) }),
  )
  const { id } = world.enqueue()
  await world.clock.advance(waited)
  const before = countCalls(world.calls, 'download')
  isAvailable = true
  world.jobs.tryAgain(id)
  await world.clock.advance(0)
  expect(countCalls(world.calls, 'download')).toBe(before + 1)
  expect(world.store.find(id)?.state).toBe('saved')
})

test('a waiting result shows its host and the start of its wait, even after many attempts', async () => {
  const world = testEngine(script({ download: () => unreachable }))
  const { id } = world.enqueue()
  await world.clock.advance(60_000)
  const first = world.store.find(id)?.problem?.params
  expect(first).toMatchObject({ host: 'results.example', since: expect.any(Number) })
  await world.clock.advance(5 * hour)
  expect(world.store.find(id)?.problem?.params).toEqual(first)
})

test('a result that could not be downloaded for a week is tried once a day', async () => {
  const world = testEngine(script({ download: () => unreachable }))
  world.enqueue()
  await world.clock.advance(8 * 24 * hour)
  const before = countCalls(world.calls, 'download')
  await world.clock.advance(10 * 24 * hour)
  expect(countCalls(world.calls, 'download') - before).toBe(10)
})

test('a result that is too large is tried again only by the user', async () => {
  const world = testEngine(script({ download: () => refusedOutcome(TOO_LARGE) }))
  const { id } = world.enqueue()
  await world.clock.advance(48 * hour)
  expect(world.store.find(id)).toMatchObject({ state: 'unsaved', waitsUntil: null })
  expect(countCalls(world.calls, 'download')).toBe(1)
})

test('a link that expired while the daily polls are used up is renewed the next day', async () => {
  let isNextDay = false
  let polls = 0
  const usedUp = respondWith(429, { 'retry-after': '36000', 'x-ratelimit-type': 'daily' })
  const fresh = respondOk({ status: 'done', result_url: 'https://results.example/fresh.png' })
  const world = testEngine(
    script({
      poll: () => (polls++ === 0 ? done : isNextDay ? fresh : usedUp),
      download: (url) => (url.includes('fresh') ? { kind: 'file', file: storedFile } : expired),
    }),
  )
  const { id } = world.enqueue()
  await world.clock.advance(2 * hour)
  expect(world.store.find(id)).toMatchObject({ state: 'unsaved', problem: { code: 'result_expired' } })
  expect(countCalls(world.calls, 'poll')).toBe(2)
  isNextDay = true
  await world.clock.advance(11 * hour)
  expect(world.store.find(id)?.state).toBe('saved')
  expect(countCalls(world.calls, 'poll')).toBe(3)
})

test('a result whose host is gone is downloaded from its new address', async () => {
  let polls = 0
  const world = testEngine(
    script({
      poll: () =>
        polls++ === 0 ? done : respondOk({ status: 'done', result_url: 'https://moved.example/a.png' }),
      download: (url) => (url.includes('moved') ? { kind: 'file', file: storedFile } : unreachable),
    }),
  )
  const { id } = world.enqueue()
  await world.clock.advance(60_000)
  expect(world.store.find(id)?.state).toBe('saved')
  expect(countCalls(world.calls, 'poll')).toBe(2)
})

test('a late file of unknown format counts as the result only after three identical downloads', async () => {
  let isAvailable = false
  let odd = 0
  const noise = (): DownloadOutcome => ({
    kind: 'file',
    file: { ...storedFile, kind: 'other', format: 'bin', sha256: `noise ${odd++}` },
  })
  const world = testEngine(
    script({
      download: () => (!isAvailable ? unreachable : odd < 2 ? noise() : { kind: 'file', file: storedFile }),
    }),
  )
  const { id } = world.enqueue()
  await world.clock.advance(hour)
  isAvailable = true
  await world.clock.advance(8 * hour)
  expect(world.store.find(id)?.state).toBe('saved')
  expect(world.saved.map(({ sha256 }) => sha256)).toContain('x')
  expect(countCalls(world.calls, 'discard noise')).toBe(2)
})

test('a result inside a response is removed from the database once its file is saved', async () => {
  const image = `data:image/png;base64,${'A'.repeat(1000)}`
  const response = { status: 'done', result: 'a transcript', preview: image }
  let isAvailable = false
  const world = testEngine(
    script({
      poll: () => respondOk({ ...response, result_url: 'https://results.example/a' }),
      download: () => (isAvailable ? { kind: 'file', file: storedFile } : unreachable),
    }),
  )
  const { id } = world.enqueue()
  await world.clock.advance(60_000)
  const result = () => world.database.get('SELECT result FROM jobs WHERE id = ?', id)?.['result']
  expect(result()).toContain('a transcript')
  expect(result()).not.toContain('AAAA')
  isAvailable = true
  await world.clock.advance(10 * 60_000)
  expect(world.store.find(id)?.state).toBe('saved')
  expect(result()).toBeNull()
})
