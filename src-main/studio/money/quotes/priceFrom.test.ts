import { expect, test } from 'vitest'
import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Exchange } from '../../service/client/Exchange.ts'
import { priceFrom } from './priceFrom.ts'

const NOW = 1_000_000
const answer = (status: number, json: unknown, headers: Record<string, string> = {}): Exchange => ({
  kind: 'answer',
  status,
  headers,
  json,
  text: JSON.stringify(json) ?? '<html>',
})

test("reads the service's price in nano-dollars", () => {
  expect(priceFrom(answer(200, { data: { price: 0.004213 } }), NOW)).toEqual({ price: 4_213_000 })
})

test('reads a price of zero', () => {
  expect(priceFrom(answer(200, { data: { price: 0 } }), NOW)).toEqual({ price: 0 })
})

test('returns a problem without a charge for a response without a price', () => {
  expect(priceFrom(answer(200, { data: {} }), NOW)).toMatchObject({
    problem: { code: serviceErrors.unreadable, money: 'none' },
  })
})

test('returns that a request was too large to price', () => {
  expect(priceFrom(answer(413, undefined), NOW)).toMatchObject({
    problem: { code: serviceErrors.tooLargeToPrice, money: 'none' },
  })
})

test('returns when a limit ends', () => {
  expect(priceFrom(answer(429, { message: 'slow down' }, { 'retry-after': '17' }), NOW)).toMatchObject({
    problem: { code: serviceErrors.rateLimited, serviceWords: 'slow down' },
    waitsUntil: NOW + 17_000,
  })
})

test('returns no time for an unreachable service', () => {
  const fault: Exchange = { kind: 'fault', sent: false, cause: 'refused', detail: 'nobody listens' }
  expect(priceFrom(fault, NOW)).toMatchObject({
    problem: { code: serviceErrors.unreachable },
    waitsUntil: null,
  })
})
