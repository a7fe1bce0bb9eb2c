import { expect, test } from 'vitest'
import { availableForBulk, isScarce } from './DailyQuota.ts'

const quota = (limit: number, left: number, until: number | null = null) => ({ limit, left, until })

test('a small quota is scarce from three quarters on, a large one from a quarter on', () => {
  expect([151, 150].map((left) => isScarce(quota(200, left)))).toEqual([false, true])
  expect([501, 500].map((left) => isScarce(quota(2000, left)))).toEqual([false, true])
  expect(isScarce(null)).toBe(false)
})

test('a bulk operation leaves a tenth of the quota for single requests', () => {
  expect([200, 21, 20, 0].map((left) => availableForBulk(quota(200, left)))).toEqual([180, 1, 0, 0])
  expect(availableForBulk(quota(200, 100, 1)), 'while no request is allowed').toBe(0)
  expect(availableForBulk(null), 'without a quota').toBeNull()
})
