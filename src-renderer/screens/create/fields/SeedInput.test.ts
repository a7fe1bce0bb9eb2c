import { expect, test } from 'vitest'
import { groupDigits, readDigits } from './SeedInput.tsx'

test('a seed is grouped by thousands and parsed with any separators', () => {
  expect(groupDigits(2140937115)).toBe('2\u202F140\u202F937\u202F115')
  expect(groupDigits(42)).toBe('42')
  for (const typed of ['2\u202F140\u202F937\u202F115', '2,140,937,115', ' 2140937115 '])
    expect(readDigits(typed)).toBe(2140937115)
  expect(readDigits('-1')).toBe(-1)
  for (const typed of ['', '-', 'seed', '1e5']) expect(readDigits(typed)).toBeUndefined()
})
