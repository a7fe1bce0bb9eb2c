import { expect, test } from 'vitest'
import { uncertainCause } from './uncertainCause.ts'

const answered = (code: string, status: number) => ({ code, money: 'unknown', params: { status } }) as const

test.each([
  [answered('service_error', 503), 'The service answered 503 (an error).'],
  [answered('service_timeout', 408), 'The service answered 408 (an error).'],
  [answered('service_redirected', 302), 'The service answered 302 (a redirect), which Easel doesn’t follow.'],
  [answered('service_redirected', 307), 'The service answered 307 (a redirect), which Easel doesn’t follow.'],
  [answered('service_unreadable', 200), 'The service answered, but its answer could not be read.'],
  [
    { code: 'answer_lost', money: 'unknown', params: { detail: 'reset' } } as const,
    'It was sent, but no answer came.',
  ],
  [{ code: 'interrupted', money: 'unknown' } as const, 'Easel was closed while this was being sent.'],
  [null, 'It was sent, but no answer came.'],
])('%j is told as what was answered', (problem, words) => {
  expect(uncertainCause(problem)).toBe(words)
})
