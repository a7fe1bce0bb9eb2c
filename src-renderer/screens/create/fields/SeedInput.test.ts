import { expect, test } from 'vitest'
import { readInteger } from '../../../../src-preload/shared/numbers/readNumber.ts'
import { groupDigits } from './SeedInput.tsx'

test('a seed is grouped by thousands, and read back', () => {
  expect(groupDigits(2140937115)).toBe('2\u202F140\u202F937\u202F115')
  expect(groupDigits(42)).toBe('42')
  expect(readInteger(groupDigits(2140937115))).toBe(2140937115)
})
