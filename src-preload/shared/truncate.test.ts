import { expect, test } from 'vitest'
import { truncate } from './truncate.ts'

test('cuts a text without splitting a surrogate pair', () => {
  expect(truncate('a boat', 3)).toBe('a b')
  expect(truncate('⛵🚢', 1)).toBe('⛵')
  expect(truncate('⛵🚢', 2)).toBe('⛵')
  expect(truncate('⛵🚢', 3)).toBe('⛵🚢')
  expect(truncate('🚢', 9)).toBe('🚢')
})
