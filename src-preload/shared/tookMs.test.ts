import { expect, test } from 'vitest'
import { tookMs } from './tookMs.ts'

test('A job took from its sending to its end', () => {
  expect(tookMs({ sentAt: 1000, finishedAt: 7900 })).toBe(6900)
})

test('A job that has not ended, or was never sent, took nothing yet', () => {
  expect(tookMs({ sentAt: 1000, finishedAt: null })).toBeNull()
  expect(tookMs({ sentAt: null, finishedAt: 5 })).toBeNull()
})

test('A clock set back meanwhile gives no negative time', () => {
  expect(tookMs({ sentAt: 9000, finishedAt: 1000 })).toBe(0)
})
