import { describe, expect, it } from 'vitest'
import { runAllSlices } from '../../../storage/workers/QueryTable.ts'
import { keyAtRank, sortInSlices, toSortKey, valueOfKey } from './sortKeys.ts'

/** More keys than are sorted at once. */
const COUNT = 200_003
const keys: Record<string, (n: number) => number> = {
  'in no order': (n) => (n * 7919) % 100_003,
  'all equal': () => 5,
  ascending: (n) => n,
  descending: (n) => -n,
  'of three values': (n) => (n * 7919) % 3,
  'with missing values': (n) => (n % 3 === 0 ? Infinity : n),
}

describe.each(Object.entries(keys))('keys %s', (_, keyOf) => {
  const unsorted = () => Float64Array.from({ length: COUNT }, (__, n) => keyOf(n))
  const sorted = unsorted().sort()

  it('are sorted in slices', () => {
    const found = unsorted()
    const slices = sortInSlices(found)
    expect(slices.next().done).toBe(false)
    runAllSlices(slices)
    expect(found).toEqual(sorted)
  })

  it('are found at their rank', () => {
    for (const rank of [0, 1, 65_536, 100_000, COUNT - 1])
      expect(keyAtRank(unsorted(), rank)).toBe(sorted[rank])
  })
})

it('there is no key at a rank of an empty list', () => {
  expect(keyAtRank(new Float64Array(0), 0)).toBeUndefined()
})

it.each([true, false])('a missing value is last (descending: %s)', (descending) => {
  expect(toSortKey(NaN, descending)).toBe(Infinity)
  expect(valueOfKey(toSortKey(NaN, descending), descending)).toBeNull()
  expect(valueOfKey(toSortKey(7, descending), descending)).toBe(7)
})
