import { expect, test } from 'vitest'
import { formatQuitQuestion } from './quitQuestion.ts'

test.each([
  [
    { sent: 1, unsent: 0 },
    '1 job is running.',
    'The running job continues at the service. Easel fetches its result next time.',
  ],
  [
    { sent: 3, unsent: 0 },
    '3 jobs are running.',
    'The running jobs continue at the service. Easel fetches their results next time.',
  ],
  [{ sent: 0, unsent: 1 }, '1 job isn’t sent yet.', 'The unsent job waits until you open Easel again.'],
  [
    { sent: 3, unsent: 12 },
    '3 jobs are running and 12 aren’t sent yet.',
    'The running jobs continue at the service. Easel fetches their results next time. The unsent jobs wait until you open Easel again.',
  ],
])('%j', (work, message, detail) => {
  expect(formatQuitQuestion(work)).toEqual({ message, detail })
})
