import { expect, test } from 'vitest'
import { durationIssue } from './durationIssue.ts'

const limits = { minSeconds: 3, maxSeconds: 16.1 }

test.each([
  [2999, 'too_short'],
  [3000, null],
  [16_150, null],
  [16_151, 'too_long'],
  [null, null],
])('a file of %s ms has the issue %s', (durationMs, issue) =>
  expect(durationIssue(limits, durationMs)).toBe(issue),
)

test('a field without limits takes any duration', () => {
  expect(durationIssue({}, 0)).toBeNull()
  expect(durationIssue({}, 10_000_000)).toBeNull()
})

test('a fractional limit includes a file of exactly this duration', () => {
  expect(durationIssue({ minSeconds: 16.1 }, 16_100)).toBeNull()
})
