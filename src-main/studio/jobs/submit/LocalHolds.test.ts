import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { expect, test } from 'vitest'
import { collectionScope, connectionScope } from '../store/SendScope.ts'
import { LocalHolds } from './LocalHolds.ts'

const full = makeProblem('budget_full', { money: 'not_charged' })
const MINUTE = 60_000

test('a refused job is checked again a minute later, and its scope stays open for a cheaper one', () => {
  const holds = new LocalHolds()
  expect(holds.recordRefusal(connectionScope('c'), full, 1000)).toBe(1000 + MINUTE)
  expect(holds.waiting(1000)).toEqual([])
  expect(holds.findHold('c', null)).toMatchObject({ reason: 'budget', problem: full })
  expect(holds.findHold('other', null)).toBeNull()
})

test('a scope is held for a minute after a hundred refused jobs in a row', () => {
  const holds = new LocalHolds()
  const scope = collectionScope('posters')
  for (let n = 0; n < 99; n++) holds.recordRefusal(scope, full, 0)
  expect(holds.waiting(0)).toEqual([])
  holds.recordRefusal(scope, full, 0)
  expect(holds.waiting(0)).toEqual([{ scope, until: MINUTE }])
  expect(holds.waiting(MINUTE)).toEqual([])
  holds.recordRefusal(scope, full, MINUTE)
  expect(holds.waiting(MINUTE), 'the count starts again').toEqual([])
})

test.each([
  ['one job was admitted', (holds: LocalHolds) => holds.release(connectionScope('c'))],
  ['a limit changed', (holds: LocalHolds) => holds.releaseAll()],
])('refusals before %s do not count', (_, release) => {
  const holds = new LocalHolds()
  for (let n = 0; n < 99; n++) holds.recordRefusal(connectionScope('c'), full, 0)
  release(holds)
  expect(holds.findHold('c', null)).toBeNull()
  holds.recordRefusal(connectionScope('c'), full, 0)
  expect(holds.waiting(0)).toEqual([])
})

test('a missing key holds a connection, but only a limit or a full disk is found as its hold', () => {
  const holds = new LocalHolds()
  holds.hold(connectionScope('c'), { until: 50, reason: 'access', problem: null })
  expect(holds.waiting(0)).toEqual([{ scope: connectionScope('c'), until: 50 }])
  expect(holds.findHold('c', 'posters')).toBeNull()
  holds.hold(collectionScope('posters'), { until: 0, reason: 'disk', problem: null })
  expect(holds.findHold('c', 'posters')).toMatchObject({ reason: 'disk' })
  expect(holds.findHold('c', null)).toBeNull()
})

test('a clock that was set back moves the ends of the waits', () => {
  const holds = new LocalHolds()
  holds.hold(connectionScope('c'), { until: 5000, reason: 'disk', problem: null })
  holds.shift(-3000)
  expect(holds.waiting(0)).toEqual([{ scope: connectionScope('c'), until: 2000 }])
})
