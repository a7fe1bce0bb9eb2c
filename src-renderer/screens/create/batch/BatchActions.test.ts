import { expect, test } from 'vitest'
import type { PreviewRow } from '../../../../src-preload/contract/types/batch.ts'
import { batchSums, estimateJobsUnderCap } from './BatchActions.tsx'

const row = (index: number, overrides: Partial<PreviewRow> = {}): PreviewRow => ({
  index,
  title: '',
  model: 'one',
  label: {},
  axisIndexes: [],
  values: {},
  issues: [],
  price: 4_213_000,
  problem: null,
  ...overrides,
})
const rows = [
  row(0),
  row(1, { price: null }),
  row(2, { issues: [{ field: 'width', code: 'too_large', params: { max: 8 } }] }),
  row(3),
]
const preview = {
  id: 'p',
  count: 4,
  rows,
  total: 8_426_000,
  unpriced: 1,
  invalidRows: 1,
  pricesToRequest: 0,
  waitsUntil: null,
  warnings: [],
}
const sums = (...skipped: number[]) => batchSums(preview, skipped, (index) => rows[index])

test('skipped rows are subtracted from the total', () => {
  expect(sums()).toEqual({ jobs: 3, total: 8_426_000, unpriced: 1 })
  expect(sums(3)).toEqual({ jobs: 2, total: 4_213_000, unpriced: 1 })
  expect(sums(1)).toEqual({ jobs: 2, total: 8_426_000, unpriced: 0 })
  expect(sums(2)).toEqual({ jobs: 3, total: 8_426_000, unpriced: 1 })
})

test('the sums are null while a skipped row isn’t loaded', () => {
  expect(sums(9)).toBeNull()
})

test('a limit below the total allows about as many jobs as it covers at their average price', () => {
  expect(estimateJobsUnderCap({ jobs: 24, total: 240, unpriced: 0 }, 125)).toBe(12)
  expect(estimateJobsUnderCap({ jobs: 24, total: 240, unpriced: 0 }, 240)).toBeNull()
  expect(estimateJobsUnderCap({ jobs: 3, total: 20, unpriced: 1 }, 100)).toBe(2)
})
