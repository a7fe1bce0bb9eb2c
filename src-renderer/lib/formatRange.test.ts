import { expect, test } from 'vitest'
import { formatRange } from './formatRange.ts'

test.each([
  [[200, 700], '~1 s'],
  [[9100, 13_900], '~9–14 s'],
  [[60_000, 150_000], '~1–3 min'],
  [[3_000_000, 9_000_000], '~1–3 h'],
] as const)('%j is %s', (range, text) => {
  expect(formatRange(range)).toBe(text)
})
