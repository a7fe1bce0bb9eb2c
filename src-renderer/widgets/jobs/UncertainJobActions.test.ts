import { expect, test } from 'vitest'
import type { RequestCode } from '../../../src-preload/contract/problemParams.ts'
import { uncertainCause } from './UncertainJobActions.tsx'

const httpProblem = (code: RequestCode, status: number) =>
  ({ code, money: 'unknown', params: { status } }) as const

test.each([
  [httpProblem('service_error', 503), 'The service replied with an error (HTTP 503).'],
  [httpProblem('service_timeout', 408), 'The service replied with an error (HTTP 408).'],
  [
    httpProblem('service_redirected', 302),
    'The service redirected Easel to another address (HTTP 302). Easel doesn’t follow redirects.',
  ],
  [
    httpProblem('service_redirected', 307),
    'The service redirected Easel to another address (HTTP 307). Easel doesn’t follow redirects.',
  ],
  [httpProblem('service_unreadable', 200), 'The service replied, but Easel couldn’t read the reply.'],
  [
    { code: 'answer_lost', money: 'unknown', params: { detail: 'reset' } } as const,
    'Easel sent this job but got no reply.',
  ],
  [{ code: 'interrupted', money: 'unknown' } as const, 'Easel closed while it was sending this job.'],
  [null, 'Easel sent this job but got no reply.'],
])('describes the cause of %j', (problem, text) => {
  expect(uncertainCause(problem)).toBe(text)
})
