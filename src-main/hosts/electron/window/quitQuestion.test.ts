import { expect, test } from 'vitest'
import { formatQuitQuestion, formatRestartQuestion } from './quitQuestion.ts'

test.each([
  [
    { sent: 1, unsent: 0 },
    '1 job is running.',
    'The running job continues at the service. Its result is fetched when you open Easel again.',
  ],
  [
    { sent: 3, unsent: 0 },
    '3 jobs are running.',
    'The running jobs continue at the service. Their results are fetched when you open Easel again.',
  ],
  [{ sent: 0, unsent: 1 }, '1 job hasn’t been sent yet.', 'The unsent job waits until you open Easel again.'],
  [
    { sent: 3, unsent: 12 },
    '3 jobs are running and 12 haven’t been sent yet.',
    'The running jobs continue at the service. Their results are fetched when you open Easel again. The unsent jobs wait until you open Easel again.',
  ],
])('the question for %j says which jobs continue and which wait', (counts, message, detail) => {
  expect(formatQuitQuestion(counts)).toEqual({ message, detail })
})

const open = { kind: 'open', name: 'Holiday', openName: 'Work', isBackup: false } as const

test.each([
  [open, { sent: 0, unsent: 0 }, '“Work” stays as it is.'],
  [
    open,
    { sent: 2, unsent: 1 },
    '2 jobs are running in “Work”. They continue at the service, and their results are fetched only when “Work” is open again. The service deletes results after a while. 1 job hasn’t been sent yet. It waits until “Work” is open again.',
  ],
  [
    { ...open, isBackup: true },
    { sent: 0, unsent: 0 },
    'This folder is a backup. Opened as a library, it’s no longer used for backups. To keep it, restore it to another folder.',
  ],
  [
    { kind: 'move', folder: '/media/disk' },
    { sent: 1, unsent: 0 },
    'The library moves to /media/disk. This can take a moment. 1 job is running. The running job continues at the service. Its result is fetched when you open Easel again.',
  ],
] as const)('the question for %j with the jobs %j says what happens', (reason, counts, detail) => {
  const question = formatRestartQuestion(reason, counts)
  expect(question.detail).toBe(detail)
  expect(question.message).toBe(
    reason.kind === 'move'
      ? 'Restart Easel to move the library?'
      : 'Restart Easel with the library “Holiday”?',
  )
})
