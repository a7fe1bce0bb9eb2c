import { expect, test } from 'vitest'
import { fieldsSaid } from './fieldsSaid.ts'

test('a file that is too large to price says so and what to do, at its field', () => {
  const [said] =
    fieldsSaid({ code: 'service_too_large_to_price', money: 'none', fields: { video: [] } })['video'] ?? []
  expect(said).toMatch(/^Too large to price\. Use a smaller or shorter file\./)
})
