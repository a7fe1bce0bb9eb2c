import { expect, test } from 'vitest'
import { IdempotencyKeys } from './clicks.ts'

const request = {
  operation: 'paint',
  model: 'one',
  values: { prompt: 'a boat' },
  quote: { key: 'k', price: 5, quotedAt: 1 },
}
const makeKeys = () => {
  let last = 0
  return new IdempotencyKeys(() => `click-${++last}`)
}

test('a repeated request without a response keeps its key', () => {
  const keys = makeKeys()
  expect(keys.assign(request).idempotencyKey).toBe('click-1')
  expect(keys.assign({ ...request }).idempotencyKey).toBe('click-1')
})

test('a repeated request keeps its key if only the price was quoted again', () => {
  const keys = makeKeys()
  keys.assign(request)
  const quote = { key: 'k', price: 6, quotedAt: 2 }
  expect(keys.assign({ ...request, quote })).toEqual({ ...request, quote, idempotencyKey: 'click-1' })
  expect(keys.assign({ ...request, quote: null }).idempotencyKey).toBe('click-2')
})

test('another request, or one after a response, gets a new key', () => {
  const keys = makeKeys()
  keys.assign(request)
  const other = keys.assign({ ...request, values: { prompt: 'a ship' } })
  expect(other.idempotencyKey).toBe('click-2')
  keys.onResponse(other)
  expect(keys.assign({ ...request, values: { prompt: 'a ship' } }).idempotencyKey).toBe('click-3')
})

test('a request without a response keeps its key although another one was sent since', () => {
  const keys = makeKeys()
  keys.assign(request)
  keys.onResponse(keys.assign({ ...request, values: { prompt: 'a ship' } }))
  expect(keys.assign(request).idempotencyKey).toBe('click-1')
})
