import { expect, onTestFinished, test } from 'vitest'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { createMonotonicClock } from '../../service/rate-limits/createMonotonicClock.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { preparedJob } from '../engine/testEngine.ts'
import { JobStore } from '../store/JobStore.ts'
import { ServiceHolds } from './ServiceHolds.ts'
import { connectionScope, operationScope } from '../store/SendScope.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

const down: Problem = { code: 'service_error', money: 'not_charged' }
const keyRefused: Problem = { code: 'service_key_refused', money: 'not_charged' }
const draw = operationScope('c', 'draw')

function setUp() {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  const clock = fakeClock()
  const store = new JobStore({ database, onUnreadableRow: () => {}, onChange: () => {} })
  const keys: string[] = []
  const held = new ServiceHolds({
    store,
    clock,
    log: memoryLog(),
    now: createMonotonicClock(clock).now,
    onKeyRefused: (connectionId) => void keys.push(`${connectionId} refused`),
    onKeyAccepted: (connectionId) => void keys.push(`${connectionId} accepted`),
  })
  const add = (id: string, operation: string, connectionId = 'c') => {
    const click = { idempotencyKey: id, replaces: null, createdAt: clock.now() }
    const connection = { id: connectionId, name: connectionId }
    store.insert({ ...preparedJob, ...click, id, operation, connection })
  }
  const problemOf = (id: string) => store.find(id)?.problem ?? null
  return { clock, store, keys, held, add, problemOf }
}

test('the next job of a held operation shows why it waits and until when, and jobs of other operations show nothing', () => {
  const { clock, store, held, add, problemOf } = setUp()
  for (const [id, operation] of [
    ['other', 'upscale'],
    ['first', 'draw'],
    ['second', 'draw'],
  ] as const)
    add(id, operation)
  held.hold(draw, down)
  held.showReason(draw, [])
  expect(store.find('first')).toMatchObject({ problem: down, waitsUntil: clock.now() + 2000 })
  expect([problemOf('second'), problemOf('other')]).toEqual([null, null])
  held.showReason(draw, ['first'])
  expect([problemOf('first'), problemOf('second')], 'the first is being sent').toEqual([null, down])
  held.release(draw)
  expect(store.find('second')).toMatchObject({ problem: null, waitsUntil: null })
})

test('a held connection shows its reason at its next job of any operation, and at no job of another connection', () => {
  const { held, add, problemOf } = setUp()
  add('elsewhere', 'draw', 'other')
  add('here', 'upscale')
  held.hold(connectionScope('c'), keyRefused)
  held.showReason(connectionScope('c'), [])
  expect([problemOf('elsewhere'), problemOf('here')]).toEqual([null, keyRefused])
  expect(held.problemOf('c', 'anything')).toEqual(keyRefused)
  expect(held.problemOf('other', 'draw')).toBeNull()
})

test('a refused key is reported once per refusal and again when the service accepts it', () => {
  const { held, keys } = setUp()
  held.hold(draw, down)
  expect(keys).toEqual([])
  held.hold(connectionScope('c'), keyRefused)
  held.releaseAll('c')
  expect(keys).toEqual(['c refused', 'c accepted'])
  expect(held.problemOf('c', 'draw')).toBeNull()
})

test('jobs that became uncertain in the last session hold their operation again, less the time since then', () => {
  const { clock, store, held, add } = setUp()
  add('lost', 'draw')
  store.move('lost', 'sending', { sentAt: clock.now() - 1500 })
  store.move('lost', 'uncertain', { problem: { code: 'service_error', money: 'unknown' } })
  add('crashed', 'upscale')
  store.move('crashed', 'sending', { sentAt: clock.now() })
  store.move('crashed', 'uncertain', { problem: { code: 'interrupted', money: 'unknown' } })
  held.resume(store.inStates(['uncertain']))
  expect(held.waiting()).toEqual([{ scope: draw, until: clock.now() + 500 }])
  expect(held.problemOf('c', 'upscale'), 'a crash says nothing about the service').toBeNull()
})

test('a job accepted after an uncertain one proves that its operation works', () => {
  const { clock, store, held, add } = setUp()
  add('lost', 'draw')
  store.move('lost', 'sending', { sentAt: clock.now() - 1500 })
  store.move('lost', 'uncertain', { problem: { code: 'service_error', money: 'unknown' } })
  add('accepted', 'draw')
  store.move('accepted', 'sending', { sentAt: clock.now() - 1000 })
  store.move('accepted', 'running', { requestId: 'r', acceptedAt: clock.now() - 900 })
  held.resume(store.inStates(['uncertain']))
  expect(held.waiting()).toEqual([])
})
