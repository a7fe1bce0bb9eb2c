import { expect, it } from 'vitest'
import { spendReportSchema, spendSummarySchema } from '../../../../src-preload/contract/types/spend.ts'
import { BatchTable } from '../../jobs/batches/BatchTable.ts'
import { StudioEvents } from '../../events.ts'
import { Budgets } from '../Budgets.ts'
import { JobStore } from '../../jobs/store/JobStore.ts'
import { SpendSums, addMoney } from './SpendSums.ts'
import { spendWorld } from './testing.ts'

/** Nine million dollars in nano-dollars. The sum of two of these exceeds the largest exact integer. */
const HUGE = 9_000_000_000_000_000

const budgetsOf = ({ database, clock }: ReturnType<typeof spendWorld>) =>
  new Budgets({ database, clock, notices: { add: () => {}, withdraw: () => {} }, events: new StudioEvents() })

it('sums in reports, limits and batches are capped at the largest exact integer', () => {
  const world = spendWorld(Date.UTC(2026, 0, 15, 12), 'UTC')
  const { database, job, reports } = world
  const given = { batch: 'b', collection: 'k', connection: 'c' }
  for (let n = 0; n < 3; n++) {
    job(HUGE, ['quoted'], { ...given, state: 'queued' })
    job(HUGE, ['quoted', 'accepted'], given)
    job(HUGE, ['quoted', 'accepted'], { ...given, state: 'running' })
    job(HUGE, ['quoted', 'accepted', 'refunded'], { ...given, state: 'failed' })
    job(HUGE, ['quoted'], { ...given, state: 'sending' })
  }
  for (const by of ['day', 'model', 'batch', 'collection', 'connection', 'task'] as const) {
    const report = spendReportSchema.parse(reports.report({ period: 'month', by }))
    expect(report.totals.refunded).toEqual({ jobs: 3, amount: Number.MAX_SAFE_INTEGER })
  }
  expect(spendSummarySchema.parse(reports.summary()).today.jobs).toBe(6)
  expect(new SpendSums(database).unsent({ kind: 'connection', id: 'c' })).toBe(Number.MAX_SAFE_INTEGER)
  const budgets = budgetsOf(world)
  expect(budgets.set({ scope: { kind: 'month' }, cap: 1 })[0]?.state).toBe('full')
  expect(() => budgets.check({ prices: [HUGE, HUGE], connectionId: 'c', collectionId: 'k' })).toThrow(
    'budget_full',
  )
  const [batch] = new BatchTable(database).list()
  expect(batch).toMatchObject({ jobs: 15, quoted: Number.MAX_SAFE_INTEGER, spent: Number.MAX_SAFE_INTEGER })
  const store = new JobStore({ database, onUnreadableRow: () => {}, onChange: () => {} })
  expect(store.sumSending()).toBe(Number.MAX_SAFE_INTEGER)
})

it('the sum of two amounts is capped at the largest exact integer', () => {
  expect(addMoney(HUGE, HUGE)).toBe(Number.MAX_SAFE_INTEGER)
  expect(addMoney(2, 3)).toBe(5)
  expect(addMoney(5, -2)).toBe(3)
})
