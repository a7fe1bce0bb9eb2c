import { expect, it } from 'vitest'
import { formatStamp } from './formatStamp.ts'
import { parseTime } from './parseTime.ts'

it.each([
  ['12', 12],
  ['0:07', 7],
  [' 1:02.5 ', 62.5],
  ['1:02:03,250', 3723.25],
  ['90', 90],
  ['75:00', 4500],
])('%j is a time', (text, seconds) => {
  expect(parseTime(text)).toBeCloseTo(seconds)
})

it.each(['', 'soon', '1:60', '1:75:00', '-3', '1:', '1.2.3', '1e3', '١'])('%j is not a time', (text) => {
  expect(parseTime(text)).toBeUndefined()
})

it('reads a formatted time back to the millisecond', () => {
  for (const seconds of [0, 0.001, 59.9996, 61.25, 3599.999, 7325.5])
    expect(parseTime(formatStamp(seconds))).toBeCloseTo(seconds, 3)
  expect([formatStamp(59.9996), formatStamp(3723.25), formatStamp(null)]).toEqual([
    '1:00.000',
    '1:02:03.250',
    '',
  ])
})
