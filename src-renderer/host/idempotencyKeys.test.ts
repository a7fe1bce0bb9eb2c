import { expect, test } from 'vitest'
import { idempotencyKeyOf, onCallSucceeded } from './idempotencyKeys.ts'

test('a click that is repeated before it succeeded keeps its key, also after another click', () => {
  const key = idempotencyKeyOf('form', 'c', { prompt: 'a boat' })
  onCallSucceeded({ idempotencyKey: idempotencyKeyOf('form', 'c', { prompt: 'a ship' }) })
  expect(idempotencyKeyOf('form', 'c', { prompt: 'a boat' })).toBe(key)
})

test('another click, or one after a success, gets a new key', () => {
  const key = idempotencyKeyOf('form', 'c', { prompt: 'a train' })
  const keyOfOther = idempotencyKeyOf('form', 'd', { prompt: 'a train' })
  expect(keyOfOther).not.toBe(key)
  onCallSucceeded({ idempotencyKey: key })
  expect(idempotencyKeyOf('form', 'c', { prompt: 'a train' })).not.toBe(key)
  expect(idempotencyKeyOf('form', 'd', { prompt: 'a train' })).toBe(keyOfOther)
})
