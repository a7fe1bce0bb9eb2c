import { expect, test } from 'vitest'
import { Catalogue } from '../../catalogue/Catalogue.ts'
import { ConnectionHealth } from '../connections/ConnectionHealth.ts'
import type { Exchange } from '../http/Exchange.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { ModelListing } from '../../catalogue/ModelListing.ts'
import { Models } from './Models.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'
import { StudioEvents } from '../../events.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const jsonResponse = (status: number, json?: unknown): Exchange => ({
  kind: 'response',
  status,
  headers: {},
  text: '',
  json,
})
const oneModel = jsonResponse(200, {
  data: [{ slug: 'a', name: 'A', inference_types: ['txt2img'], info: [] }],
  meta: { current_page: 1, last_page: 1 },
})

/** A service that returns `list` for models and `probe` for the probe. */
function world(responses: { list: Exchange | Promise<Exchange>; probe: Exchange }) {
  const database = migratedDatabase()
  database.exec(`INSERT INTO connections VALUES ('c', 'C', 'https://c.example', 'remote', 1)`)
  const clock = fakeClock()
  const log = memoryLog()
  const requestTimes: number[] = []
  /** The connections of the requests for lists. */
  const requested: string[] = []
  const current = { id: 'c' }
  const health = new ConnectionHealth({
    clock,
    log,
    emit: () => {},
    probe: async () => {
      health.recordExchange('c', responses.probe)
      return responses.probe
    },
  })
  const models = new Models({
    database,
    clock,
    log,
    emit: () => {},
    connections: {
      getAccess: async (connectionId) => ({ connectionId, address: 'https://c.example', key: 'k' }),
    },
    client: {
      get: async ({ connectionId }) => {
        requestTimes.push(clock.now())
        requested.push(connectionId)
        const list = await responses.list
        health.recordExchange(connectionId, list)
        return list
      },
    },
  })
  const catalogue = new Catalogue()
  const refreshed: string[] = []
  const events = new StudioEvents()
  events.on('modelsRefreshed', (id) => refreshed.push(id))
  const createListing = () =>
    new ModelListing({
      events,
      catalogue,
      models,
      connections: { current: () => current },
      clock,
      health,
    })
  const listing = createListing()
  /** What happens when the connection is removed or its key or address changed. */
  const changeAccess = (target = listing) => {
    models.forget('c')
    target.accessChanged('c')
  }
  return {
    database,
    log,
    clock,
    models,
    listing,
    health,
    current,
    requested,
    requestTimes,
    refreshed,
    responses,
    createListing,
    changeAccess,
  }
}

test.each([
  ['500', jsonResponse(500)],
  ['an HTML page', jsonResponse(200)],
])('retries a list that fails with %s with increasing delays', async (_, list) => {
  const { clock, listing, requestTimes, responses } = world({ list, probe: oneModel })
  const start = clock.now()
  expect(listing.operations().listed).toBe(false)
  await clock.advance(60 * MINUTE)
  // Showing the list sends no additional requests.
  listing.operations()
  await clock.advance(0)
  expect(requestTimes.map((at) => (at - start) / SECOND)).toEqual([0, 10, 70, 190, 430, 910, 1810, 2710])
  responses.list = oneModel
  await clock.advance(15 * MINUTE)
  expect(listing.operations().listed).toBe(true)
  expect(listing.models('txt2img').models).toHaveLength(1)
})

test('refreshes the list when its connection recovers, and not before', async () => {
  const { clock, listing, health, requestTimes, responses } = world({
    list: jsonResponse(503),
    probe: jsonResponse(503),
  })
  listing.operations()
  await clock.advance(60 * MINUTE)
  expect(health.isDown('c')).toBe(true)
  expect(requestTimes).toHaveLength(1)
  responses.list = responses.probe = oneModel
  await health.probeIfDown('c', true)
  await clock.advance(0)
  expect(listing.models('txt2img').models).toHaveLength(1)
})

test('does not retry automatically after a rejected key', async () => {
  const { clock, listing, requestTimes } = world({
    list: jsonResponse(401, {}),
    probe: jsonResponse(401, {}),
  })
  listing.operations()
  await clock.advance(24 * 60 * MINUTE)
  listing.operations()
  await clock.advance(0)
  expect(requestTimes).toHaveLength(1)
})

test('a retry by the user refreshes a failed list immediately, but not a list that was fetched', async () => {
  const { clock, listing, requestTimes, responses } = world({ list: jsonResponse(500), probe: oneModel })
  listing.operations()
  await clock.advance(5 * SECOND)
  expect(requestTimes).toHaveLength(1)
  responses.list = oneModel
  listing.retryNow('c')
  await clock.advance(0)
  expect(requestTimes).toHaveLength(2)
  expect(listing.operations().listed).toBe(true)
  listing.retryNow('c')
  await clock.advance(MINUTE)
  expect(requestTimes).toHaveLength(2)
})

test('does not retry the list of a connection that was removed', async () => {
  const { clock, listing, requestTimes, changeAccess } = world({ list: jsonResponse(500), probe: oneModel })
  listing.operations()
  await clock.advance(5 * SECOND)
  changeAccess()
  await clock.advance(60 * MINUTE)
  expect(requestTimes).toHaveLength(1)
})

test('does not retry or report a list whose connection was removed during the refresh', async () => {
  const { clock, listing, requestTimes, refreshed, changeAccess } = world({
    list: jsonResponse(500),
    probe: oneModel,
  })
  listing.operations()
  changeAccess()
  await clock.advance(60 * MINUTE)
  expect(requestTimes).toHaveLength(1)
  expect(refreshed).toEqual([])
})

test('does not refresh the saved list of a connection that was removed just after the start', async () => {
  const { clock, listing, requestTimes, changeAccess, createListing } = world({
    list: oneModel,
    probe: oneModel,
  })
  await listing.refresh()
  const afterStart = createListing()
  afterStart.operations()
  changeAccess(afterStart)
  await clock.advance(MINUTE)
  expect(requestTimes).toHaveLength(1)
})

test('requests the list of a changed connection at once when it is shown, and retries it with new delays', async () => {
  const { clock, listing, requestTimes, changeAccess } = world({ list: jsonResponse(500), probe: oneModel })
  const start = clock.now()
  listing.operations()
  await clock.advance(100 * SECOND)
  changeAccess()
  listing.operations()
  await clock.advance(10 * SECOND)
  expect(requestTimes.map((at) => (at - start) / SECOND)).toEqual([0, 10, 70, 100, 110])
})

test('refreshes the saved lists of two connections that are shown shortly after each other', async () => {
  const { clock, listing, current, requested, createListing } = world({ list: oneModel, probe: oneModel })
  await listing.refresh()
  current.id = 'd'
  await listing.refresh()
  const afterStart = createListing()
  current.id = 'c'
  afterStart.operations()
  await clock.advance(SECOND)
  current.id = 'd'
  afterStart.operations()
  await clock.advance(MINUTE)
  expect(requested).toEqual(['c', 'd', 'c', 'd'])
})

test.each([
  ['fails', jsonResponse(500)],
  ['succeeds', oneModel],
])('ignores a refresh that %s after the studio was closed', async (_, list) => {
  const { promise, resolve: respond } = Promise.withResolvers<Exchange>()
  const { clock, listing, models, database, log, refreshed } = world({ list: promise, probe: oneModel })
  listing.operations()
  await clock.advance(0)
  listing.close()
  models.close()
  database.close()
  respond(list)
  await clock.advance(0)
  expect([clock.pending(), refreshed, log.lines]).toEqual([0, [], []])
})
