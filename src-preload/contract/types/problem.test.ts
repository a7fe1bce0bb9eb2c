import { expect, test } from 'vitest'
import { problemSchema } from './problem.ts'

test('a problem of another version keeps its code and parameters, without unknown fields', () => {
  const problem = { code: 'from_another_version', money: 'charged', params: { file: 'a.png', count: 2 } }
  expect(problemSchema.parse({ ...problem, missingKeyReason: 'not_kept' })).toEqual(problem)
})

test.each([
  ['without money', { code: 'disk_full' }],
  ['with a list as a parameter', { code: 'disk_failed', money: 'none', params: { cause: ['EIO'] } }],
  [
    'with a limit of an unknown kind',
    { code: 'budget_full', money: 'none', limit: { scope: { kind: 'year' } } },
  ],
])('a problem %s is invalid', (_, problem) => {
  expect(problemSchema.safeParse(problem).success).toBe(false)
})
