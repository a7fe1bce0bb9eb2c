import { describe, expect, test } from 'vitest'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { ConnectionHealth } from './ConnectionHealth.ts'
import type { Exchange, Fault } from '../http/Exchange.ts'

const jsonResponse = (status: number, json: unknown = {}): Exchange => ({
  kind: 'response',
  status,
  headers: {},
  text: '',
  json,
})
const html = (status: number): Exchange => ({
  kind: 'response',
  status,
  headers: {},
  text: '<html>',
  json: undefined,
})
const fault = (cause: Fault['cause'], sent: boolean): Exchange => ({ kind: 'fault', sent, cause, detail: '' })
const success = jsonResponse(200, { data: [] })

/** A service that responds to probes with `response`. Every exchange is recorded, as the client does for the current key. */
const setUp = (response: Exchange = success) => {
  const clock = fakeClock()
  const world = {
    response,
    /** If set, a probe waits for it. */
    pendingResponse: null as Promise<Exchange> | null,
    isKeyOutdated: false,
    probes: 0,
    changes: 0,
    recovered: [] as string[],
    probeSuccesses: [] as string[],
    clock,
    log: memoryLog(),
  }
  const health = new ConnectionHealth({
    clock,
    log: world.log,
    emit: () => world.changes++,
    probe: async (id) => {
      world.probes++
      const exchange = world.pendingResponse ? await world.pendingResponse : world.response
      if (!world.isKeyOutdated) health.recordExchange(id, exchange)
      return exchange
    },
  })
  health.onRecovered((id) => world.recovered.push(id))
  health.onProbeSucceeded((id) => world.probeSuccesses.push(id))
  const outage = () => health.list().find(({ connectionId }) => connectionId === 'c')?.outage ?? null
  return Object.assign(world, { health, outage })
}

describe('a connection', () => {
  test.each([
    ['dns', fault('dns', false)],
    ['refused', fault('refused', false)],
    ['tls', fault('tls', false)],
    ['no_answer', fault('connect_timeout', false)],
  ])('that is provably unreachable (%s) is down immediately', (reason, exchange) => {
    const world = setUp(exchange)
    const since = world.clock.now()
    world.health.recordExchange('c', exchange)
    expect(world.outage()).toMatchObject({ since, reason, status: null, nextTryAt: since + 30_000 })
    expect(world.probes).toBe(0)
  })

  test.each([
    ['server_error', jsonResponse(500)],
    ['server_error', html(503)],
    ['unreadable', html(200)],
    ['unreadable', html(404)],
    ['redirected', html(302)],
    ['no_answer', fault('timeout', true)],
    ['no_answer', fault('reset', true)],
    ['key_rejected', jsonResponse(401)],
  ])('is down with the reason %s after a probe fails too', async (reason, exchange) => {
    const world = setUp(exchange)
    world.health.recordExchange('c', exchange)
    await world.clock.advance(0)
    expect(world.probes).toBe(1)
    expect(world.outage()).toMatchObject({ reason })
  })

  test('is not down if only one route fails, and is probed at most every 30 s', async () => {
    const world = setUp(success)
    for (let second = 0; second < 60; second++) {
      world.health.recordExchange('c', jsonResponse(500))
      await world.clock.advance(1000)
    }
    expect(world.outage()).toBeNull()
    expect(world.probes).toBe(2)
  })

  test.each([
    ['a rejection in the service’s format', jsonResponse(422)],
    ['a 404 in the service’s format', jsonResponse(404)],
    ['a 403 in the service’s format', jsonResponse(403)],
    ['a rate limit', html(429)],
    ['a response that is too large', fault('too_large', true)],
    ['a cancelled request', fault('aborted', true)],
  ])('is not down after %s', async (_, exchange) => {
    const world = setUp(html(503))
    world.health.recordExchange('c', exchange)
    await world.clock.advance(0)
    expect([world.outage(), world.probes]).toEqual([null, 0])
  })
})

describe('an outage', () => {
  test('is probed at most every 30 s unless the user retries, and keeps its start time', async () => {
    const world = setUp(fault('refused', false))
    const since = world.clock.now()
    world.health.recordExchange('c', world.response)
    await world.health.probeIfDown('c', false)
    expect(world.probes).toBe(0)
    await world.clock.advance(30_000)
    await world.health.probeIfDown('c', false)
    await world.health.probeIfDown('c', false)
    expect(world.probes).toBe(1)
    await world.health.probeIfDown('c', true)
    expect(world.probes).toBe(2)
    expect(world.outage()).toMatchObject({ since, nextTryAt: since + 60_000, trying: false })
  })

  test('is probed once for two concurrent retries', async () => {
    const world = setUp(fault('refused', false))
    world.health.recordExchange('c', world.response)
    await Promise.all([world.health.probeIfDown('c', true), world.health.probeIfDown('c', true)])
    expect(world.probes).toBe(1)
  })

  test('is probed immediately on a retry while a probe hangs, and the hanging probe is ignored', async () => {
    const world = setUp(fault('refused', false))
    world.health.recordExchange('c', world.response)
    const { promise, resolve: respondToFirst } = Promise.withResolvers<Exchange>()
    world.pendingResponse = promise
    const first = world.health.probeIfDown('c', true)
    await world.clock.advance(5000)
    Object.assign(world, { pendingResponse: null, response: success })
    await world.health.probeIfDown('c', true)
    expect(world.probes).toBe(2)
    expect(world.outage()).toBeNull()
    respondToFirst(fault('aborted', true))
    await first
    expect(world.outage()).toBeNull()
  })

  test('that ended before it was confirmed is reported, so that hanging requests can be resent', async () => {
    const world = setUp(success)
    world.health.recordExchange('c', fault('timeout', true))
    await world.clock.advance(0)
    expect(world.probeSuccesses).toEqual(['c'])
    expect(world.recovered).toEqual([])
  })

  test('with a rejected key is probed only at the user’s request', async () => {
    const world = setUp(jsonResponse(401))
    world.health.recordExchange('c', world.response)
    await world.clock.advance(3_600_000)
    await world.health.probeIfDown('c', false)
    expect(world.probes).toBe(1)
    expect(world.outage()?.nextTryAt).toBeNull()
    await world.health.probeIfDown('c', true)
    expect(world.probes).toBe(2)
  })

  test('ends with any response of the service and is reported as recovered once', async () => {
    const world = setUp(fault('dns', false))
    world.health.recordExchange('c', world.response)
    await world.clock.advance(10_000)
    world.health.recordExchange('c', success)
    world.health.recordExchange('c', success)
    expect(world.outage()).toBeNull()
    expect(world.recovered).toEqual(['c'])
    expect(world.health.list()[0]?.recoveredAt).toBe(world.clock.now())
  })

  test('is reported as recovered to all listeners, although one of them fails', () => {
    const world = setUp()
    world.health.onRecovered(() => {
      throw new Error('database or disk is full')
    })
    const recovered: string[] = []
    world.health.onRecovered((id) => recovered.push(id))
    world.health.recordExchange('c', fault('dns', false))
    world.health.recordExchange('c', success)
    expect(recovered).toEqual(['c'])
    expect(world.log.lines).toContainEqual(expect.objectContaining({ level: 'error' }))
  })

  test('updates its reason', () => {
    const world = setUp()
    world.health.recordExchange('c', fault('dns', false))
    world.health.recordExchange('c', html(502))
    expect(world.outage()).toMatchObject({ reason: 'server_error', status: 502 })
  })

  test('does not affect other connections and is dropped when the key changes', () => {
    const world = setUp()
    world.health.recordExchange('c', fault('dns', false))
    world.health.recordExchange('other', success)
    expect(world.health.list().map(({ outage }) => outage !== null)).toEqual([true, false])
    world.health.forget('c')
    expect(world.outage()).toBeNull()
    expect(world.recovered).toEqual([])
  })

  test('is neither reported nor ended by a probe with the previous key', async () => {
    for (const response of [success, fault('timeout', true)]) {
      const world = setUp()
      const { promise, resolve: respond } = Promise.withResolvers<Exchange>()
      world.pendingResponse = promise
      world.health.recordExchange('c', fault('timeout', true))
      world.health.forget('c')
      world.isKeyOutdated = true
      const { changes } = world
      respond(response)
      await world.clock.advance(0)
      expect([world.outage(), world.probeSuccesses, world.changes]).toEqual([null, [], changes])
    }
  })
})
