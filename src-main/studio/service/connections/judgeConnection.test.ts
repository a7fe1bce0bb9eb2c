import { expect, it } from 'vitest'
import type { Exchange } from '../http/Exchange.ts'
import { parseJson } from '../http/json.ts'
import { judgeConnection } from './ConnectionHealth.ts'

const jsonResponse = (status: number, body: unknown): Exchange => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'response', status, headers: {}, text, json: parseJson(text) }
}
const model = { slug: 'a', name: 'A' }

it.each<[string, Exchange, string]>([
  ['a page of models', jsonResponse(200, { data: [model], meta: { total: 1 } }), 'reached'],
  ['an empty list', jsonResponse(200, { data: [] }), 'reached'],
  ['an HTML page', jsonResponse(200, '<!doctype html>'), 'not_a_service'],
  ['JSON of another shape', jsonResponse(200, { models: [] }), 'not_a_service'],
  ['a list of other things', jsonResponse(200, { data: [{ id: 1 }] }), 'not_a_service'],
  ['a rejected key', jsonResponse(401, { message: 'Unauthenticated.' }), 'key_refused'],
  ['a suspended account', jsonResponse(403, { message: 'Suspended.' }), 'key_refused'],
  ['a proxy in front', jsonResponse(403, '<html>Just a moment…'), 'service_error'],
  ['a removed version', jsonResponse(410, { message: 'API v1 was removed, use v2.' }), 'other_version'],
  ['an unsupported version', jsonResponse(404, { message: 'Unsupported API version' }), 'other_version'],
  ['a list of version 2', jsonResponse(200, { api_version: '2.1', items: [] }), 'other_version'],
  [
    'an unknown route that names its path',
    jsonResponse(404, { message: 'The route api/v1/client/models could not be found.' }),
    'not_a_service',
  ],
  ['an unknown route', jsonResponse(404, { message: 'No route.' }), 'not_a_service'],
  ['a redirect', jsonResponse(301, ''), 'not_a_service'],
  ['too many requests', jsonResponse(429, { message: 'Too Many Attempts.' }), 'rate_limited'],
  ['a broken service', jsonResponse(500, 'oops'), 'service_error'],
  ['a rejected request', jsonResponse(422, { message: 'Bad page.' }), 'service_error'],
  ['bad TLS', { kind: 'fault', sent: false, cause: 'tls', detail: 'CERT_HAS_EXPIRED' }, 'tls'],
  ['a refused connection', { kind: 'fault', sent: false, cause: 'refused', detail: 'x' }, 'unreachable'],
  ['a timeout', { kind: 'fault', sent: true, cause: 'timeout', detail: 'x' }, 'unreachable'],
])('%s', (_, exchange, verdict) => expect(judgeConnection(exchange).verdict).toBe(verdict))

it('returns the total number of models if the service states it', () => {
  expect(judgeConnection(jsonResponse(200, { data: [model], meta: { total: 41 } })).models).toBe(41)
  expect(judgeConnection(jsonResponse(200, { data: [model, model] })).models).toBe(2)
})

it("returns the service's message or the status as the detail", () => {
  expect(judgeConnection(jsonResponse(401, { message: 'Unauthenticated.' })).detail).toBe('Unauthenticated.')
  expect(judgeConnection(jsonResponse(200, '<html>')).detail).toBe('HTTP 200')
})
