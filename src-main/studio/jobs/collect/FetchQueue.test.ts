import { describe, expect, it } from 'vitest'
import { createMonotonicClock } from '../../service/rate-limits/createMonotonicClock.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { FetchQueue, type AttemptOutcome } from './FetchQueue.ts'
import { SimClock } from '../simulation/SimClock.ts'

const minute = 60_000
const hour = 60 * minute
const from = (host: string, connectionId = 'c') => ({ connectionId, host })

/** A queue whose jobs are retried after 2 s … 15 minutes until `isUp` returns true for their host; null: the host never responds. */
function queueWorld(isUp: (host: string) => boolean | null, failure: AttemptOutcome = 'unreachable') {
  const clock = fakeClock()
  const tries: { id: string; at: number }[] = []
  const done = new Set<string>()
  const attempts = new Map<string, number>()
  const hostOf = (id: string) => id.split('/')[0] ?? ''
  const fetch = async (id: string): Promise<AttemptOutcome> => {
    tries.push({ id, at: clock.now() })
    const up = isUp(hostOf(id))
    if (up === null) return new Promise(() => {})
    await Promise.resolve()
    if (up) {
      done.add(id)
      return 'responded'
    }
    const before = attempts.get(id) ?? 0
    attempts.set(id, before + 1)
    queue.add(id, from(hostOf(id)), Math.min(15 * minute, 2000 * 2 ** before))
    return failure
  }
  const queue = new FetchQueue({ clock: createMonotonicClock(clock), fetch })
  const add = (id: string) => queue.add(id, from(hostOf(id)), 0)
  const since = (at: number) => tries.filter((one) => one.at >= at).length
  return { clock, queue, add, tries, done, since }
}

describe('results from several hosts', () => {
  it('are started six at a time from each host, so that a hanging host delays no other', async () => {
    const { clock, add, tries, done } = queueWorld((host) => (host === 'hangs' ? null : true))
    for (let n = 0; n < 50; n++) add(`hangs/${n}`)
    for (let n = 0; n < 50; n++) add(`good/${n}`)
    await clock.advance(0)
    expect(done.size).toBe(50)
    expect(tries.filter(({ id }) => id.startsWith('hangs'))).toHaveLength(6)
  })

  it('are not delayed by a host in an outage', async () => {
    const { clock, add, done } = queueWorld((host) => host === 'good')
    for (let n = 0; n < 50; n++) add(`down/${n}`)
    await clock.advance(hour)
    add('good/1')
    await clock.advance(0)
    expect([...done]).toEqual(['good/1'])
  })
})

it('a retry does not wait for the end of a long download if nothing has failed', async () => {
  const { clock, queue, add, done } = queueWorld((host) => (host === 'slow' ? null : true))
  add('slow/1')
  queue.add('good/1', from('good'), 2 * minute)
  await clock.advance(2 * minute)
  expect([...done]).toEqual(['good/1'])
})

it('a result is not downloaded again when the network returns while its download is running', async () => {
  const clock = fakeClock()
  const started: string[] = []
  const fetch = (id: string): Promise<AttemptOutcome> => {
    started.push(id)
    // The retry is scheduled before the attempt has ended.
    queue.add(id, from('host'), 2000)
    return new Promise(() => {})
  }
  const queue = new FetchQueue({ clock: createMonotonicClock(clock), fetch })
  queue.add('a', from('host'), 0)
  queue.retryNow(null)
  await clock.advance(0)
  expect(started).toEqual(['a'])
})

describe('an outage of a host', () => {
  it('causes few attempts at growing intervals, however many results wait', async () => {
    const { clock, add, since } = queueWorld(() => false)
    const start = clock.now()
    for (let n = 0; n < 1000; n++) add(`down/${n}`)
    await clock.advance(minute)
    expect(since(start)).toBeLessThan(12)
    for (let passed = 0; passed < 60; passed++) {
      const before = clock.now()
      add(`down/late ${passed}`)
      await clock.advance(minute - 1)
      expect(since(before), `in minute ${passed}`).toBeLessThanOrEqual(2)
      await clock.advance(1)
    }
    const before = clock.now()
    await clock.advance(2 * 24 * hour)
    expect(since(before)).toBeLessThanOrEqual(2 * 24 * 4 + 4)
  })

  it('of two days loses nothing, and its end is noticed within a quarter of an hour', async () => {
    let isUp = false
    const { clock, add, done } = queueWorld(() => isUp)
    for (let n = 0; n < 1000; n++) add(`down/${n}`)
    await clock.advance(48 * hour)
    isUp = true
    await clock.advance(15 * minute)
    expect(done.size).toBe(1000)
  })

  it('starts one attempt immediately when the network is back', async () => {
    let isUp = false
    const { clock, queue, add, done, since } = queueWorld(() => isUp)
    for (let n = 0; n < 20; n++) add(`down/${n}`)
    await clock.advance(2 * hour)
    const before = clock.now()
    queue.retryNow('c')
    await clock.advance(0)
    expect(since(before)).toBe(1)
    isUp = true
    queue.retryNow('c')
    await clock.advance(0)
    expect(done.size).toBe(20)
  })

  it('does not delay a new result while only a few failed, for example expired links', async () => {
    let isUp = false
    const { clock, add, done } = queueWorld(() => isUp, 'unusable')
    for (let n = 0; n < 4; n++) add(`down/${n}`)
    await clock.advance(2 * hour)
    isUp = true
    add('down/new')
    await clock.advance(0)
    expect(done).toContain('down/new')
  })

  it('ends immediately for a job that the user retries', async () => {
    let isUp = false
    const { clock, queue, add, done } = queueWorld(() => isUp)
    for (let n = 0; n < 20; n++) add(`down/${n}`)
    await clock.advance(2 * hour)
    isUp = true
    queue.startNow('down/7', from('down'))
    await clock.advance(0)
    expect(done).toContain('down/7')
  })

  it('is not assumed when single results fail, so others of the same host are not slowed down', async () => {
    const clock = fakeClock()
    const saved: string[] = []
    const queue: FetchQueue = new FetchQueue({
      clock: createMonotonicClock(clock),
      fetch: async (id) => {
        await Promise.resolve()
        if (!id.startsWith('bad')) {
          saved.push(id)
          return 'responded'
        }
        queue.add(id, from('host'), 15 * minute)
        return 'failed'
      },
    })
    queue.add('bad', from('host'), 0)
    queue.add('bad too', from('host'), 0)
    for (let n = 0; n < 200; n++) {
      queue.add(`good ${n}`, from('host'), 0)
      await clock.advance(10_000)
    }
    expect(saved).toHaveLength(200)
  })
})

describe('an outage of all hosts of a connection', () => {
  it('causes at most two attempts a minute at growing intervals, however many hosts there are', async () => {
    const { clock, add, tries } = queueWorld(() => false)
    const start = clock.now()
    for (let n = 0; n < 200; n++) add(`host ${n % 20}/${n}`)
    await clock.advance(48 * hour)
    const times = tries.map(({ at }) => at - start).filter((at) => at > minute)
    const inMinuteOf = (at: number) => times.filter((other) => other >= at && other < at + minute).length
    expect(Math.max(...times.map(inMinuteOf))).toBeLessThanOrEqual(2)
    expect(times.filter((at) => at > 24 * hour).length).toBeLessThanOrEqual(24 * 4 + 1)
  })

  it('ends for each host within half an hour of its return, even if another host stays down', async () => {
    let isUp = false
    const { clock, add, done } = queueWorld((host) => isUp && host !== 'gone')
    for (let n = 0; n < 100; n++) add(`${['gone', 'a', 'b'][n % 3] ?? ''}/${n}`)
    await clock.advance(48 * hour)
    isUp = true
    await clock.advance(hour / 2)
    expect(done.size).toBe(66)
  })

  it.each(['slow', 'down'])('ends although a download from the host %s takes very long', async (slow) => {
    let isUp = false
    let isFirst = true
    const { clock, add, done, since } = queueWorld((host) => {
      if (host === slow && isFirst) {
        isFirst = false
        return null
      }
      return isUp
    })
    add(`${slow}/long`)
    await clock.advance(0)
    add('down/1')
    await clock.advance(10_000)
    isUp = true
    const before = clock.now()
    await clock.advance(20 * minute)
    expect(done).toContain('down/1')
    expect(since(before)).toBe(1)
  })

  it('delays no download of another connection', async () => {
    const { clock, queue, add, done } = queueWorld((host) => host === 'good')
    for (let n = 0; n < 100; n++) add(`down ${n}/${n}`)
    await clock.advance(hour)
    for (let n = 0; n < 20; n++) queue.add(`good/${n}`, from('good', 'other'), 0)
    await clock.advance(0)
    expect(done.size).toBe(20)
  })

  it('starts one attempt immediately when its connection works again', async () => {
    const { clock, queue, add, since } = queueWorld(() => false)
    for (let n = 0; n < 100; n++) add(`host ${n}/${n}`)
    await clock.advance(2 * hour)
    const before = clock.now()
    queue.retryNow('other')
    await clock.advance(0)
    expect(since(before)).toBe(0)
    queue.retryNow('c')
    await clock.advance(0)
    expect(since(before)).toBe(1)
  })
})

it('a clock set back delays no attempt', async () => {
  const simClock = new SimClock()
  let tries = 0
  const queue: FetchQueue = new FetchQueue({
    clock: createMonotonicClock(simClock.ofSession(() => false)),
    fetch: async (id) => {
      if (tries++ === 0) queue.add(id, from('host'), 2000)
      return tries === 1 ? 'failed' : 'responded'
    },
  })
  queue.add('job', from('host'), 0)
  await simClock.advance(1000)
  simClock.setBack(5 * hour)
  await simClock.advance(minute)
  expect(tries).toBe(2)
})

it('a closed queue starts nothing', async () => {
  const { clock, queue, add, tries } = queueWorld(() => false)
  add('a/1')
  await queue.close()
  const before = tries.length
  add('a/2')
  queue.startNow('a/3', from('a'))
  await clock.advance(hour)
  expect(tries).toHaveLength(before)
})
