import type { ServerResponse } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { memoryLog } from '../../testing/memoryLog.ts'
import { startHttp } from '../../testing/servers/startHttp.ts'
import { submitOutcome, submitProblem } from '../../jobs/submit/outcomes.ts'
import { ServiceClient } from '../client/ServiceClient.ts'
import { judgeConnection } from '../connections/ConnectionHealth.ts'
import { isSignInPage } from '../responses/isSignInPage.ts'
import { problemFrom } from '../responses/problemFrom.ts'
import { readModelsPage } from '../responses/readModelsPage.ts'
import { readPrice } from '../responses/readMoney.ts'
import { readRequestId, readStatusRecord } from '../responses/readStatusRecord.ts'
import { DIRECT_ONLY } from './routes.ts'
import { RoutedDispatcher } from './RoutedDispatcher.ts'

const dispatcher = new RoutedDispatcher({
  findRoutes: async () => DIRECT_ONLY,
  connections: 4,
  connectTimeoutMs: 2_000,
})
afterAll(() => dispatcher.destroy())
const client = new ServiceClient({ dispatcher, userAgent: 'Easel/1', log: memoryLog() })

const PAGE =
  '<!DOCTYPE html><html><body><form action="/login">{"data":{"price":0,"request_id":"x"}}</form></body></html>'
const page =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(PAGE)

const portals: Record<
  string,
  { respond: (response: ServerResponse) => unknown; submitted: 'uncertain' | 'queued' }
> = {
  'its page with 200': { respond: page(200), submitted: 'uncertain' },
  'its page as plain text': { respond: page(200, { 'content-type': 'text/plain' }), submitted: 'uncertain' },
  'its page declared as JSON': {
    respond: page(200, { 'content-type': 'application/json' }),
    submitted: 'uncertain',
  },
  'its page with 203': { respond: page(203), submitted: 'uncertain' },
  'an empty web page': {
    respond: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(),
    submitted: 'uncertain',
  },
  'a redirect to its host': {
    respond: page(302, { location: 'http://login.hotel.example/?u=1' }),
    submitted: 'uncertain',
  },
  'a temporary redirect to its host': {
    respond: page(307, { location: '//login.hotel.example/' }),
    submitted: 'uncertain',
  },
  'status 511': { respond: page(511), submitted: 'queued' },
  'status 511 without a page': { respond: (response) => response.writeHead(511).end(), submitted: 'queued' },
  'its state as JSON (RFC 8908)': {
    respond: (response) =>
      response
        .writeHead(200, { 'content-type': 'application/captive+json' })
        .end('{"captive":true,"user-portal-url":"https://login.hotel.example"}'),
    submitted: 'uncertain',
  },
}

describe.each(Object.entries(portals))('a network that answers with %s', (_, { respond, submitted }) => {
  it('is said as such and never read as an answer', async () => {
    await using server = await startHttp((__, response) => void respond(response))
    const access = { connectionId: 'c', address: server.address, key: '12|a-secret-long-enough' }
    const exchange = await client.post(access, { path: 'txt2img', encoding: 'json', text: '{}' })
    if (exchange.kind !== 'response') throw new Error('no response')
    expect(isSignInPage(exchange)).toBe(true)
    expect(problemFrom(exchange, 'none').code).toBe('service_sign_in')
    expect(judgeConnection(exchange).verdict).not.toBe('reached')
    expect(readModelsPage(exchange.json)).toBeNull()
    expect(readPrice(exchange.json)).toBeNull()
    expect(readRequestId(exchange.json)).toBeNull()
    expect(readStatusRecord(exchange.json)).toBeNull()
    const outcome = submitOutcome(exchange, readRequestId(exchange.json))
    expect(outcome.state).toBe(submitted)
    expect(submitProblem(exchange, outcome).code).toBe('service_sign_in')
    // The redirect was not followed, and nothing was sent twice.
    expect(server.received).toHaveLength(1)
  })
})

it.each([
  ['a redirect to its own www', 302, { location: 'http://www.127.0.0.1.nip.example/' }, true],
  ['a redirect on the same host', 302, { location: '/v2/' }, false],
  ['an error page of its gateway', 502, {}, false],
  ['a refusal page of its gateway', 403, {}, false],
])('%s with status %i is a sign-in page: %s', async (_, status, headers, isPage) => {
  await using server = await startHttp((__, response) => void page(status, headers)(response))
  const access = { connectionId: 'c', address: server.address, key: '12|a-secret-long-enough' }
  const exchange = await client.get(access, 'models')
  expect(exchange.kind === 'response' && isSignInPage(exchange)).toBe(isPage)
})

it('a proxy’s 407 to a submit shows that nothing was received', async () => {
  await using server = await startHttp((_, response) => void response.writeHead(407).end('{"message":"no"}'))
  const access = { connectionId: 'c', address: server.address, key: '12|a-secret-long-enough' }
  const exchange = await client.post(access, { path: 'txt2img', encoding: 'json', text: '{}' })
  expect(submitOutcome(exchange, null)).toMatchObject({ state: 'queued', money: 'not_charged' })
})
