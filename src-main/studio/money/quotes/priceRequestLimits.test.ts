import { expect, test } from 'vitest'
import { availableForBulk, isScarce } from './priceRequestLimits.ts'

const quota = (limit: number, left: number, until: number | null = null) => ({ limit, left, until })

test('a quota of up to 1,000 is scarce once three quarters or less are left, a larger one once a quarter or less is left', () => {
  expect([151, 150].map((left) => isScarce(quota(200, left)))).toEqual([false, true])
  expect([751, 750].map((left) => isScarce(quota(1000, left)))).toEqual([false, true])
  expect([500, 250].map((left) => isScarce(quota(1001, left)))).toEqual([false, true])
  expect(isScarce(null)).toBe(false)
})

test('a bulk operation leaves a tenth of the quota for single requests', () => {
  expect([200, 21, 20, 0].map((left) => availableForBulk(quota(200, left)))).toEqual([180, 1, 0, 0])
  expect(availableForBulk(quota(200, 100, 1)), 'while no request is allowed').toBe(0)
  expect(availableForBulk(null), 'without a quota').toBeNull()
})
