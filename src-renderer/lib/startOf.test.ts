import { expect, test } from 'vitest'
import { startOf } from './startOf.ts'

test('cuts a text without splitting a surrogate pair', () => {
  expect(startOf('a boat', 3)).toBe('a b')
  expect(startOf('⛵🚢', 1)).toBe('⛵')
  expect(startOf('⛵🚢', 2)).toBe('⛵')
  expect(startOf('⛵🚢', 3)).toBe('⛵🚢')
  expect(startOf('🚢', 9)).toBe('🚢')
})
