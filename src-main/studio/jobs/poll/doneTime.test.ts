import { expect, test } from 'vitest'
import { doneTime } from './doneTime.ts'

test('the predicted end counts if it lies between the last poll that found the job running and the one that found it done', () => {
  const seen = { acceptedAt: 0, runningAt: 5000, foundAt: 20_000 }
  expect(doneTime({ ...seen, expectedAt: 8000 })).toBe(8000)
  expect(doneTime({ ...seen, expectedAt: null })).toBe(12_500)
})

test('a prediction outside the two polls is ignored', () => {
  const seen = { acceptedAt: 0, runningAt: 5000, foundAt: 20_000 }
  expect(doneTime({ ...seen, expectedAt: 4000 })).toBe(12_500)
  expect(doneTime({ ...seen, expectedAt: 30_000 })).toBe(12_500)
})

test('polling late again and again does not make the usual duration grow', () => {
  let usual = 6000
  for (let n = 0; n < 20; n++) {
    const foundAt = usual * 1.4
    if (foundAt < 6000) break
    usual = doneTime({ acceptedAt: 0, runningAt: null, expectedAt: null, foundAt })
  }
  expect(usual).toBeLessThanOrEqual(6000)
})
