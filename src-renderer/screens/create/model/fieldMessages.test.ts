import { expect, test } from 'vitest'
import { fieldMessages } from './fieldMessages.ts'

test('a file too large to price has a message with advice at its field', () => {
  const [message] =
    fieldMessages({ code: 'service_too_large_to_price', money: 'none', fields: { video: [] } })['video'] ?? []
  expect(message).toMatch(/^Too large to price\. Use a smaller or shorter file\./)
})
