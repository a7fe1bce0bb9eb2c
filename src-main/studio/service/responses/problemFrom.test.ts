import { describe, expect, it } from 'vitest'
import type { ServiceResponse, Fault } from '../http/Exchange.ts'
import { parseJson } from '../http/json.ts'
import { problemFrom } from './problemFrom.ts'

const jsonResponse = (
  status: number,
  body: unknown = {},
  headers: Record<string, string> = {},
): ServiceResponse => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { kind: 'response', status, headers, text, json: parseJson(text) }
}
const fault = (cause: Fault['cause'], sent: boolean): Fault => ({
  kind: 'fault',
  cause,
  sent,
  detail: 'ECODE: why',
})

it.each<[Fault['cause'], boolean, string]>([
  ['dns', false, 'service_unreachable'],
  ['refused', false, 'service_unreachable'],
  ['connect_timeout', false, 'service_unreachable'],
  ['reset', false, 'service_unreachable'],
  ['other', false, 'service_unreachable'],
  ['tls', false, 'service_tls'],
  ['timeout', true, 'service_timeout'],
  ['reset', true, 'answer_lost'],
  ['other', true, 'answer_lost'],
  ['aborted', true, 'interrupted'],
  ['too_large', true, 'service_unreadable'],
  ['input', false, 'file_missing'],
])('maps a fault by %s (sent: %s) to %s', (cause, sent, code) =>
  expect(problemFrom(fault(cause, sent), 'unknown')).toEqual({
    code,
    money: 'unknown',
    params: { detail: 'ECODE: why' },
  }),
)

it.each([
  [400, 'service_refused'],
  [401, 'service_key_refused'],
  [402, 'service_balance'],
  [403, 'service_forbidden'],
  [404, 'service_not_found'],
  [405, 'service_refused'],
  [408, 'service_timeout'],
  [410, 'service_refused'],
  [413, 'service_too_large'],
  [422, 'service_refused'],
  [429, 'service_rate_limited'],
  [500, 'service_error'],
  [503, 'service_error'],
  [520, 'service_error'],
  [302, 'service_redirected'],
  [200, 'service_unreadable'],
])('maps status %i to %s', (status, code) =>
  expect(problemFrom(jsonResponse(status), 'not_charged')).toEqual({
    code,
    money: 'not_charged',
    params: { status },
  }),
)

it('distinguishes the daily limit from the limit per minute', () => {
  expect(problemFrom(jsonResponse(429, {}, { 'retry-after': '86400' }), 'none').code).toBe(
    'service_daily_limit',
  )
  expect(problemFrom(jsonResponse(429, {}, { 'x-ratelimit-type': 'daily' }), 'none').code).toBe(
    'service_daily_limit',
  )
})

it('recognizes an insufficient balance, which the service reports as a form error', () => {
  const body = { message: 'Not enough balance.', errors: { balance: ['Not enough balance.'] } }
  expect(problemFrom(jsonResponse(422, body), 'not_charged')).toMatchObject({
    code: 'service_balance',
    serviceMessage: 'Not enough balance.',
  })
})

describe('messages at fields', () => {
  it.each([
    [{ errors: { steps: ['Too many.', 'Not whole.'] } }, { steps: ['Too many.', 'Not whole.'] }],
    [{ errors: { steps: 'Too many.' } }, { steps: ['Too many.'] }],
    [{ errors: [{ field: 'steps', messages: ['Too many.'] }] }, { steps: ['Too many.'] }],
    [
      {
        errors: [
          { field: 'steps', message: 'A' },
          { field: 'steps', message: 'B' },
        ],
      },
      { steps: ['A', 'B'] },
    ],
    [{ errors: { 'loras.0.weight': ['Too heavy.'] } }, { 'loras.0.weight': ['Too heavy.'] }],
    [{ errors: { __proto__x: ['A'], steps: [null, 7, '<b>x</b>'] } }, { __proto__x: ['A'] }],
    [{ errors: [] }, undefined],
    [{ errors: null }, undefined],
    [{ errors: ['Too many.'] }, undefined],
    [{ message: 'No.' }, undefined],
  ])('of %j', (body, fields) =>
    expect(problemFrom(jsonResponse(422, body), 'not_charged').fields).toEqual(fields),
  )

  it('are bounded', () => {
    const errors = Object.fromEntries(Array.from({ length: 999 }, (_, i) => [`f${i}`, Array(99).fill('x')]))
    const fields = problemFrom(jsonResponse(422, { errors }), 'none').fields ?? {}
    expect(Object.keys(fields)).toHaveLength(50)
    expect(fields.f0).toHaveLength(5)
  })
})

describe("the service's message", () => {
  it.each([
    [{ message: 'The model does not exist.' }, 'The model does not exist.'],
    [{ message: '  two\r\n lines\u0000\u202e\u061c ' }, 'two lines'],
    [{ error: 'No.' }, 'No.'],
    [{ error: { message: 'No.' } }, 'No.'],
    [{ detail: 'No.' }, 'No.'],
    [{ message: '' }, undefined],
    [{ message: ['x'] }, undefined],
    [{ message: '<p>no</p>' }, undefined],
    ['<!doctype html><title>Just a moment…</title>', undefined],
    ['', undefined],
    [[], undefined],
    [{ message: '3 < 4 and 5 > 4' }, '3 < 4 and 5 > 4'],
  ])('in %j', (body, message) =>
    expect(problemFrom(jsonResponse(400, body), 'none').serviceMessage).toBe(message),
  )

  it('may be plain text', () => {
    const response = jsonResponse(503, 'Back soon.', { 'content-type': 'text/plain; charset=utf-8' })
    expect(problemFrom(response, 'none').serviceMessage).toBe('Back soon.')
  })

  it('is truncated', () => {
    const message =
      problemFrom(jsonResponse(400, { message: '🐢'.repeat(2_000_000) }), 'none').serviceMessage ?? ''
    expect(message.length).toBeLessThanOrEqual(500)
    expect(message).toMatch(/^(🐢)+…$/u)
  })
})

it('does not blame the key for a 403 page of a proxy', () =>
  expect(problemFrom(jsonResponse(403, '<html>Just a moment…'), 'none').code).toBe('service_unreadable'))
