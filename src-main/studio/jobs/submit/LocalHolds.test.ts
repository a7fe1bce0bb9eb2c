import { expect, test } from 'vitest'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { collectionScope, connectionScope } from './SendScope.ts'
import { LocalHolds } from './LocalHolds.ts'

const full: Problem = { code: 'budget_full', money: 'not_charged' }
const MINUTE = 60_000

test('a refused job is checked again a minute later, and its scope stays open for a cheaper one', () => {
  const stopped = new LocalHolds()
  expect(stopped.recordRefusal(connectionScope('c'), full, 1000)).toBe(1000 + MINUTE)
  expect(stopped.waiting(1000)).toEqual([])
  expect(stopped.findHold('c', null)).toMatchObject({ reason: 'budget', problem: full })
  expect(stopped.findHold('other', null)).toBeNull()
})

test('a scope is held for a minute after a hundred refused jobs in a row', () => {
  const stopped = new LocalHolds()
  const scope = collectionScope('posters')
  for (let n = 0; n < 99; n++) stopped.recordRefusal(scope, full, 0)
  expect(stopped.waiting(0)).toEqual([])
  stopped.recordRefusal(scope, full, 0)
  expect(stopped.waiting(0)).toEqual([{ scope, until: MINUTE }])
  expect(stopped.waiting(MINUTE)).toEqual([])
  stopped.recordRefusal(scope, full, MINUTE)
  expect(stopped.waiting(MINUTE), 'the count starts again').toEqual([])
})

test.each([
  ['one job was admitted', (stopped: LocalHolds) => stopped.release(connectionScope('c'))],
  ['a limit changed', (stopped: LocalHolds) => stopped.releaseAll()],
])('refusals before %s do not count', (_, release) => {
  const stopped = new LocalHolds()
  for (let n = 0; n < 99; n++) stopped.recordRefusal(connectionScope('c'), full, 0)
  release(stopped)
  expect(stopped.findHold('c', null)).toBeNull()
  stopped.recordRefusal(connectionScope('c'), full, 0)
  expect(stopped.waiting(0)).toEqual([])
})

test('a missing key holds a connection, but only a limit or a full disk is found as its hold', () => {
  const stopped = new LocalHolds()
  stopped.hold(connectionScope('c'), { until: 50, reason: 'access', problem: null })
  expect(stopped.waiting(0)).toEqual([{ scope: connectionScope('c'), until: 50 }])
  expect(stopped.findHold('c', 'posters')).toBeNull()
  stopped.hold(collectionScope('posters'), { until: 0, reason: 'disk', problem: null })
  expect(stopped.findHold('c', 'posters')).toMatchObject({ reason: 'disk' })
  expect(stopped.findHold('c', null)).toBeNull()
})

test('a clock that was set back moves the ends of the waits', () => {
  const stopped = new LocalHolds()
  stopped.hold(connectionScope('c'), { until: 5000, reason: 'disk', problem: null })
  stopped.shift(-3000)
  expect(stopped.waiting(0)).toEqual([{ scope: connectionScope('c'), until: 2000 }])
})
