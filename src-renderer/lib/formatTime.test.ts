import { expect, test } from 'vitest'
import { formatTime } from './formatTime.ts'

test.each([
  [0, '0:00'],
  [7.96, '0:07'],
  [62, '1:02'],
  [3723.4, '1:02:03'],
  [-1, '0:00'],
  [Infinity, '–:––'],
  [Number.NaN, '–:––'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatTime(seconds)).toBe(text)
})

test.each([
  [7.4, '0:07.4'],
  [0.3, '0:00.3'],
  [59.99, '0:59.9'],
  [60, '1:00.0'],
])('%d seconds with tenths are %s', (seconds, text) => {
  expect(formatTime(seconds, true)).toBe(text)
})
