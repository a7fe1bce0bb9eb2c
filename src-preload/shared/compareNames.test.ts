import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareNames, nameOrder, sortedByName } from './compareNames.ts'

const names = ['10', '2', 'Test 11', 'test 2', 'Test 1', 'Zoo', 'école', 'v1.10', 'v1.9', '1']
const sorted = ['1', '2', '10', 'école', 'Test 1', 'test 2', 'Test 11', 'v1.9', 'v1.10', 'Zoo']

test('sorts numbers by value, accented letters beside plain ones, and ignores case', () => {
  expect(sortedByName(names.map((name) => ({ name }))).map(({ name }) => name)).toEqual(sorted)
})

test('the sort key of the database sorts numbers by value and ignores case', () => {
  const byKey = names.toSorted((a, b) => (nameOrder(a) < nameOrder(b) ? -1 : 1))
  expect(byKey.filter((name) => name !== 'école')).toEqual(sorted.filter((name) => name !== 'école'))
})

test('the order does not depend on the order before', () => {
  const list = fc.array(fc.oneof(fc.string(), fc.constantFrom('é', 'e', 'e\u0301', '01', '1')), {
    maxLength: 6,
  })
  fc.assert(
    fc.property(list, (some) => {
      expect(some.toSorted(compareNames)).toEqual(some.toReversed().toSorted(compareNames))
    }),
  )
})
