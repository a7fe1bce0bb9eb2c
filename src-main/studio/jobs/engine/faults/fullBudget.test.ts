import { makeProblem } from '../../../../../src-preload/testing/makeProblem.ts'
import { expect, test } from 'vitest'
import type { BudgetScope } from '../../../../../src-preload/contract/types/money.ts'
import { insertJob } from '../../store/newJobs.ts'
import type { AdmissionDecision } from '../../engineInterfaces.ts'
import { respondOk, preparedJob, testEngine } from '../testEngine.ts'

const minute = 60_000
const full = (scope: BudgetScope): AdmissionDecision => ({
  kind: 'hold',
  scope: scope.kind === 'collection' ? 'collection' : 'connection',
  problem: makeProblem('budget_full', { money: 'not_charged', params: { scope: scope.kind } }),
})

function setUp(readFullScope: () => BudgetScope | null) {
  const appliesTo = (scope: BudgetScope, collection: string | null) =>
    scope.kind === 'day' || (scope.kind === 'collection' && scope.id === collection)
  const world = testEngine({
    submit: () => respondOk({ request_id: crypto.randomUUID() }),
    poll: () => respondOk({ status: 'processing' }),
    admit: ({ collection }) => {
      const scope = readFullScope()
      return scope !== null && appliesTo(scope, collection) ? full(scope) : { kind: 'send' }
    },
  })
  world.database.run(
    "INSERT INTO collections (id, name, name_key, created_at) VALUES ('posters', 'Posters', 'posters', 1)",
  )
  const add = (id: string, collection: string | null) =>
    insertJob(world.database, {
      ...preparedJob,
      id,
      idempotencyKey: id,
      replaces: null,
      createdAt: 1,
      collection,
    })
  for (const id of ['poster 1', 'poster 2', 'poster 3']) add(id, 'posters')
  add('free', null)
  const stateOf = (id: string) => world.store.find(id)?.state
  return { ...world, stateOf }
}

test('a limit of a collection holds only its own jobs, until it allows them again', async () => {
  let fullScope: BudgetScope | null = { kind: 'collection', id: 'posters' }
  const { engine, clock, stateOf, store, localHolds } = setUp(() => fullScope)
  engine.send()
  await clock.advance(100)
  expect([stateOf('poster 1'), stateOf('poster 2'), stateOf('free')]).toEqual(['queued', 'queued', 'running'])
  expect(store.find('poster 1')?.problem).toMatchObject({ code: 'budget_full' })
  const status = (collection: string | null) => localHolds.findHold(preparedJob.connection.id, collection)
  expect(status('posters')).toMatchObject({ reason: 'budget', problem: { params: { scope: 'collection' } } })
  expect(status(null)).toBeNull()
  fullScope = null
  engine.budgetsChanged()
  await clock.advance(100)
  expect([stateOf('poster 1'), stateOf('poster 3')]).toEqual(['running', 'running'])
})

test('a limit over all jobs holds all of them, and releases them on a new day', async () => {
  let fullScope: BudgetScope | null = { kind: 'day' }
  const { engine, clock, stateOf } = setUp(() => fullScope)
  engine.send()
  await clock.advance(minute * 3)
  expect([stateOf('poster 1'), stateOf('free')]).toEqual(['queued', 'queued'])
  fullScope = null
  await clock.advance(minute)
  expect([stateOf('poster 1'), stateOf('free')]).toEqual(['running', 'running'])
})

// Catches several jobs that are checked against the same remaining amount before any of them counts as in progress.
test('jobs admitted together are checked against the limit one by one', async () => {
  const limit = 2 * (preparedJob.price ?? 0)
  const world = testEngine({
    submit: () => respondOk({ request_id: crypto.randomUUID() }),
    poll: () => respondOk({ status: 'processing' }),
    admit: ({ price }) => {
      const sql = "SELECT coalesce(sum(price), 0) AS n FROM jobs WHERE state IN ('sending', 'running')"
      const used = Number(world.database.get(sql)?.['n'])
      return used + (price ?? 0) <= limit ? { kind: 'send' } : full({ kind: 'day' })
    },
  })
  for (const id of ['one', 'two', 'three', 'four'])
    insertJob(world.database, {
      ...preparedJob,
      id,
      idempotencyKey: id,
      replaces: null,
      createdAt: 1,
      collection: null,
    })
  world.engine.send()
  await world.clock.advance(100)
  expect(world.calls.filter((call) => call === 'submit')).toHaveLength(2)
  expect(world.store.find('four')).toMatchObject({ state: 'queued', problem: { code: 'budget_full' } })
})
