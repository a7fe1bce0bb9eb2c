import { expect, test } from 'vitest'
import { IdempotencyKeys } from './IdempotencyKeys.ts'

const wanted = {
  operation: 'paint',
  model: 'one',
  values: { prompt: 'a boat' },
  quote: { key: 'k', price: 5, quotedAt: 1 },
}
const idempotencyKeys = () => {
  let last = 0
  return new IdempotencyKeys(() => `click-${++last}`)
}

test('an unanswered intent asked again is the same click', () => {
  const all = idempotencyKeys()
  expect(all.intent(wanted).idempotencyKey).toBe('click-1')
  expect(all.intent({ ...wanted }).idempotencyKey).toBe('click-1')
})

test('an unanswered intent whose price was quoted again is the same click, with the price shown last', () => {
  const all = idempotencyKeys()
  all.intent(wanted)
  const quote = { key: 'k', price: 6, quotedAt: 2 }
  expect(all.intent({ ...wanted, quote })).toEqual({ ...wanted, quote, idempotencyKey: 'click-1' })
  expect(all.intent({ ...wanted, quote: null }).idempotencyKey).toBe('click-2')
})

test('an answered one, or another intent, is a new click', () => {
  const all = idempotencyKeys()
  all.intent(wanted)
  expect(all.intent({ ...wanted, values: { prompt: 'a ship' } }).idempotencyKey).toBe('click-2')
  all.answered()
  expect(all.intent({ ...wanted, values: { prompt: 'a ship' } }).idempotencyKey).toBe('click-3')
})
