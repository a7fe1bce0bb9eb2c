import { expect, test } from 'vitest'
import { readStatusRecord } from '../../service/responses/readStatusRecord.ts'
import { failureProblem } from './failureProblem.ts'

const problemOf = (failure: Record<string, unknown>) => {
  const record = readStatusRecord({ data: { status: 'error', ...failure } })
  if (!record) throw new Error('no status')
  return failureProblem(record)
}

test('a failure shows the service’s code, reason and message', () => {
  expect(
    problemOf({
      error_code: 'NSFW',
      error_reason: 'unsafe',
      error_message: 'Not allowed.',
      retryable: false,
    }),
  ).toEqual({
    code: 'job_failed',
    money: 'refund_unconfirmed',
    params: { code: 'NSFW', reason: 'unsafe', retryable: 'no' },
    serviceWords: 'Not allowed.',
  })
  expect(problemOf({ error_reason: 'unsafe' })).toMatchObject({ serviceWords: 'unsafe' })
  expect(problemOf({})).toEqual({
    code: 'job_failed',
    money: 'refund_unconfirmed',
    params: { code: '', reason: '' },
  })
})

test.each([
  [true, 'refunded'],
  [false, 'charged'],
  [undefined, 'refund_unconfirmed'],
])('a failure with refunded: %s is %s', (refunded, money) => {
  expect(problemOf({ refunded }).money).toBe(money)
})
