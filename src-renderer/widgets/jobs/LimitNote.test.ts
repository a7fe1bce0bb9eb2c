import { expect, test } from 'vitest'
import type { BudgetScope } from '../../../src-preload/contract/types/money.ts'
import { findExceeded } from './LimitNote.tsx'

const owner = { connectionId: 'c', collectionId: 'k' }
const budget = (scope: BudgetScope, cap = 100) => ({
  scope,
  cap,
  used: 40,
  reserved: 20,
  state: 'fine' as const,
})

test.each([
  [40, false],
  [41, true],
])('a click of %i on 60 of 100 exceeds the limit: %s', (amount, isExceeded) => {
  expect(findExceeded([budget({ kind: 'day' })], owner, amount) !== undefined).toBe(isExceeded)
})

test('only limits of the connection and the collection of the click count', () => {
  const other = [budget({ kind: 'connection', id: 'x' }), budget({ kind: 'collection', id: 'x' })]
  expect(findExceeded(other, owner, 1000)).toBeUndefined()
  const own = budget({ kind: 'collection', id: 'k' })
  expect(findExceeded([...other, own], owner, 41)).toBe(own)
})
