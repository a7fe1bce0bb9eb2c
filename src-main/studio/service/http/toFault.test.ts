import { expect, test } from 'vitest'
import { toFault } from './runExchange.ts'

const withCode = (code: string, cause?: Error): Error =>
  Object.assign(new Error('no details', cause && { cause }), { code })

test.each([
  ['ENOTFOUND', 'dns'],
  ['ECONNREFUSED', 'refused'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connect_timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['ECONNRESET', 'reset'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['EUNKNOWN', 'other'],
])('an error with the code %s has the cause %s', (code, cause) => {
  expect(toFault(withCode(code), true)).toEqual({
    kind: 'fault',
    sent: true,
    cause,
    detail: `${code}: no details`,
  })
})

test('ETIMEDOUT counts as a connect timeout before the request is sent, and as a response timeout afterwards', () => {
  expect(toFault(withCode('ETIMEDOUT'), false)).toMatchObject({ cause: 'connect_timeout', sent: false })
  expect(toFault(withCode('ETIMEDOUT'), true)).toMatchObject({ cause: 'timeout', sent: true })
})

test('an error without a code has that of its cause', () => {
  const nested = new Error('fetch failed', { cause: new Error('inner', { cause: withCode('ENOTFOUND') }) })
  expect(toFault(nested, false)).toMatchObject({ cause: 'dns', detail: 'ENOTFOUND: fetch failed' })
})

test('an AggregateError has the first code among its errors', () => {
  const both = new AggregateError([new Error('IPv6'), withCode('ECONNREFUSED')], 'no address works')
  expect(toFault(both, false)).toMatchObject({ cause: 'refused' })
})

test('anything that is thrown becomes a fault', () => {
  expect(toFault('broken', false)).toEqual({ kind: 'fault', sent: false, cause: 'other', detail: 'broken' })
  const circular = new Error('circular')
  circular.cause = circular
  expect(toFault(circular, true)).toMatchObject({ cause: 'other', detail: 'circular' })
})
