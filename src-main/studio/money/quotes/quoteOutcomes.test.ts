import { expect, test } from 'vitest'
import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Exchange } from '../../service/http/Exchange.ts'
import { readQuoteOutcome } from './quoteOutcomes.ts'

const NOW = 1_000_000
const answer = (status: number, json: unknown, headers: Record<string, string> = {}): Exchange => ({
  kind: 'response',
  status,
  headers,
  json,
  text: JSON.stringify(json) ?? '<html>',
})

test("reads the service's price in nano-dollars", () => {
  expect(readQuoteOutcome(answer(200, { data: { price: 0.004213 } }), NOW)).toEqual({ price: 4_213_000 })
})

test('reads a price of zero', () => {
  expect(readQuoteOutcome(answer(200, { data: { price: 0 } }), NOW)).toEqual({ price: 0 })
})

test('returns a problem without a charge for a response without a price', () => {
  expect(readQuoteOutcome(answer(200, { data: {} }), NOW)).toMatchObject({
    problem: { code: serviceErrors.unreadable, money: 'none' },
  })
})

test('returns that a request was too large to price', () => {
  expect(readQuoteOutcome(answer(413, undefined), NOW)).toMatchObject({
    problem: { code: serviceErrors.tooLargeToPrice, money: 'none' },
  })
})

test('returns when a limit ends', () => {
  expect(readQuoteOutcome(answer(429, { message: 'slow down' }, { 'retry-after': '17' }), NOW)).toMatchObject(
    {
      problem: { code: serviceErrors.rateLimited, serviceMessage: 'slow down' },
      waitsUntil: NOW + 17_000,
    },
  )
})

test('returns no time for an unreachable service', () => {
  const fault: Exchange = { kind: 'fault', sent: false, cause: 'refused', detail: 'nobody listens' }
  expect(readQuoteOutcome(fault, NOW)).toMatchObject({
    problem: { code: serviceErrors.unreachable },
    waitsUntil: null,
  })
})
