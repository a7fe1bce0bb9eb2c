import { expect, test } from 'vitest'
import { isScarce, remainingForBulk, type DailyQuota } from './priceRequestLimits.ts'

const quota = (limit: number, left: number, until: number | null = null) => ({ limit, left, until })

test('a quota of up to 1,000 is scarce once three quarters or less are left, a larger one once a quarter or less is left', () => {
  expect([151, 150].map((left) => isScarce(quota(200, left)))).toEqual([false, true])
  expect([751, 750].map((left) => isScarce(quota(1000, left)))).toEqual([false, true])
  expect([500, 250].map((left) => isScarce(quota(1001, left)))).toEqual([false, true])
  expect(isScarce(null)).toBe(false)
})

test('a bulk operation leaves a tenth of the quota for single requests', () => {
  const remaining = (known: DailyQuota | null) => remainingForBulk({ getDailyQuota: () => known }, 'c')
  expect([200, 21, 20, 0].map((left) => remaining(quota(200, left)))).toEqual([180, 1, 0, 0])
  expect(remaining(quota(200, 100, 1)), 'while no request is allowed').toBe(0)
  expect(remaining(null), 'without a quota').toBeNull()
})
