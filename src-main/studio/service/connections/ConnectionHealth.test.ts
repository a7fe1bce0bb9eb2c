import { describe, expect, test } from 'vitest'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { ConnectionHealth } from './ConnectionHealth.ts'
import type { Exchange, Fault } from '../client/Exchange.ts'

const answer = (status: number, json: unknown = {}): Exchange => ({
  kind: 'answer',
  status,
  headers: {},
  text: '',
  json,
})
const html = (status: number): Exchange => ({
  kind: 'answer',
  status,
  headers: {},
  text: '<html>',
  json: undefined,
})
const fault = (cause: Fault['cause'], sent: boolean): Exchange => ({ kind: 'fault', sent, cause, detail: '' })
const good = answer(200, { data: [] })

/** A service whose probes are answered with `says`; every exchange is seen as the client shows it. */
const setUp = (says: Exchange = good) => {
  const clock = fakeClock()
  const world = {
    says,
    /** Where set, a probe waits for it. */
    late: null as Promise<Exchange> | null,
    probes: 0,
    changes: 0,
    recovered: [] as string[],
    confirmed: [] as string[],
    clock,
  }
  const health = new ConnectionHealth({
    clock,
    log: memoryLog(),
    emit: () => world.changes++,
    probe: async (id) => {
      world.probes++
      const exchange = world.late ? await world.late : world.says
      health.note(id, exchange)
      return exchange
    },
  })
  health.onRecovered((id) => world.recovered.push(id))
  health.onConfirmed((id) => world.confirmed.push(id))
  const outage = () => health.list().find(({ connectionId }) => connectionId === 'c')?.outage ?? null
  return Object.assign(world, { health, outage })
}

describe('a connection', () => {
  test.each([
    ['dns', fault('dns', false)],
    ['refused', fault('refused', false)],
    ['tls', fault('tls', false)],
    ['no_answer', fault('connect_timeout', false)],
  ])('that provably can’t be reached (%s) is out at once', (reason, exchange) => {
    const world = setUp(exchange)
    const since = world.clock.now()
    world.health.note('c', exchange)
    expect(world.outage()).toMatchObject({ since, reason, status: null, nextTryAt: since + 30_000 })
    expect(world.probes).toBe(0)
  })

  test.each([
    ['server_error', answer(500)],
    ['server_error', html(503)],
    ['unreadable', html(200)],
    ['unreadable', html(404)],
    ['redirected', html(302)],
    ['no_answer', fault('timeout', true)],
    ['no_answer', fault('reset', true)],
    ['key_rejected', answer(401)],
  ])('is out for %s once a light request fails in the same way', async (reason, exchange) => {
    const world = setUp(exchange)
    world.health.note('c', exchange)
    await world.clock.advance(0)
    expect(world.probes).toBe(1)
    expect(world.outage()).toMatchObject({ reason })
  })

  test('is not out where one route alone fails, and is not probed for it more often than each 30 s', async () => {
    const world = setUp(good)
    for (let second = 0; second < 60; second++) {
      world.health.note('c', answer(500))
      await world.clock.advance(1000)
    }
    expect(world.outage()).toBeNull()
    expect(world.probes).toBe(2)
  })

  test.each([
    ['a refusal in its own words', answer(422)],
    ['404 in its own words', answer(404)],
    ['403 in its own words', answer(403)],
    ['a limit', html(429)],
    ['an answer that is too large', fault('too_large', true)],
    ['a request that was cancelled', fault('aborted', true)],
  ])('is not out for %s', async (_, exchange) => {
    const world = setUp(html(503))
    world.health.note('c', exchange)
    await world.clock.advance(0)
    expect([world.outage(), world.probes]).toEqual([null, 0])
  })
})

describe('an outage', () => {
  test('is tried no sooner than each 30 s unless the user asks, and keeps when it began', async () => {
    const world = setUp(fault('refused', false))
    const since = world.clock.now()
    world.health.note('c', world.says)
    await world.health.tryAgain('c', false)
    expect(world.probes).toBe(0)
    await world.clock.advance(30_000)
    await world.health.tryAgain('c', false)
    await world.health.tryAgain('c', false)
    expect(world.probes).toBe(1)
    await world.health.tryAgain('c', true)
    expect(world.probes).toBe(2)
    expect(world.outage()).toMatchObject({ since, nextTryAt: since + 60_000, trying: false })
  })

  test('asked for twice at a time is tried once', async () => {
    const world = setUp(fault('refused', false))
    world.health.note('c', world.says)
    await Promise.all([world.health.tryAgain('c', true), world.health.tryAgain('c', true)])
    expect(world.probes).toBe(1)
  })

  test('asked for while a try hangs is tried at once, and the try that hangs counts no more', async () => {
    const world = setUp(fault('refused', false))
    world.health.note('c', world.says)
    const { promise, resolve: answerFirst } = Promise.withResolvers<Exchange>()
    world.late = promise
    const first = world.health.tryAgain('c', true)
    await world.clock.advance(5000)
    Object.assign(world, { late: null, says: good })
    await world.health.tryAgain('c', true)
    expect(world.probes).toBe(2)
    expect(world.outage()).toBeNull()
    answerFirst(fault('aborted', true))
    await first
    expect(world.outage()).toBeNull()
  })

  test('that ended before it was confirmed is told, so that what hangs can be sent again', async () => {
    const world = setUp(good)
    world.health.note('c', fault('timeout', true))
    await world.clock.advance(0)
    expect(world.confirmed).toEqual(['c'])
    expect(world.recovered).toEqual([])
  })

  test('for a rejected key is tried by the user alone', async () => {
    const world = setUp(answer(401))
    world.health.note('c', world.says)
    await world.clock.advance(3_600_000)
    await world.health.tryAgain('c', false)
    expect(world.probes).toBe(1)
    expect(world.outage()?.nextTryAt).toBeNull()
    await world.health.tryAgain('c', true)
    expect(world.probes).toBe(2)
  })

  test('ends with any answer of the service, and tells it once', async () => {
    const world = setUp(fault('dns', false))
    world.health.note('c', world.says)
    await world.clock.advance(10_000)
    world.health.note('c', good)
    world.health.note('c', good)
    expect(world.outage()).toBeNull()
    expect(world.recovered).toEqual(['c'])
    expect(world.health.list()[0]?.recoveredAt).toBe(world.clock.now())
  })

  test('says why it can’t be used now, when that changes', () => {
    const world = setUp()
    world.health.note('c', fault('dns', false))
    world.health.note('c', html(502))
    expect(world.outage()).toMatchObject({ reason: 'server_error', status: 502 })
  })

  test('of one connection is none of another, and goes with its key', () => {
    const world = setUp()
    world.health.note('c', fault('dns', false))
    world.health.note('other', good)
    expect(world.health.list().map(({ outage }) => outage !== null)).toEqual([true, false])
    world.health.forget('c')
    expect(world.outage()).toBeNull()
    expect(world.recovered).toEqual([])
  })

  test('is not brought back by the end of a probe with the key before', async () => {
    const world = setUp(answer(401))
    world.health.note('c', world.says)
    world.health.forget('c')
    await world.clock.advance(0)
    expect(world.outage()).toBeNull()
  })
})
