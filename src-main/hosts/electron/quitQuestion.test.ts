import { expect, test } from 'vitest'
import { quitQuestion } from './quitQuestion.ts'

test.each([
  [
    { sent: 1, unsent: 0 },
    '1 job is running.',
    'What runs goes on at the service; Easel collects it next time.',
  ],
  [
    { sent: 3, unsent: 0 },
    '3 jobs are running.',
    'They go on at the service; Easel collects them next time.',
  ],
  [
    { sent: 0, unsent: 1 },
    '1 job is not sent yet.',
    'The unsent one waits until Easel is open again; nothing is lost.',
  ],
  [
    { sent: 3, unsent: 12 },
    '3 jobs are running, 12 not sent yet.',
    'They go on at the service; Easel collects them next time. The 12 unsent ones wait until Easel is open again; nothing is lost.',
  ],
])('%j', (work, message, detail) => {
  expect(quitQuestion(work)).toEqual({ message, detail })
})
