import { expect, test } from 'vitest'
import { tookMs } from './job.ts'

test('`tookMs` is the time from sending to the end of a job', () => {
  expect(tookMs({ sentAt: 1000, finishedAt: 7900 })).toBe(6900)
})

test('`tookMs` is null for a job that has not ended or was never sent', () => {
  expect(tookMs({ sentAt: 1000, finishedAt: null })).toBeNull()
  expect(tookMs({ sentAt: null, finishedAt: 5 })).toBeNull()
})

test('`tookMs` is not negative if the clock was set back', () => {
  expect(tookMs({ sentAt: 9000, finishedAt: 1000 })).toBe(0)
})
