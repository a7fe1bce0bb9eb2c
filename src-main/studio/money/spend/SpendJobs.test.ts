import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SpendBy, SpendJob } from '../../../../src-preload/contract/types/spend.ts'
import type { LedgerEntry } from './SpendSums.ts'
import { runAllSlices } from '../../storage/workers/QueryTable.ts'
import { SpendJobs } from './SpendJobs.ts'
import { addCell, emptySums } from './SpendReports.ts'
import { spendWorld } from './testing.ts'

const HOUR = 3_600_000
const BYS: readonly SpendBy[] = ['day', 'model', 'task', 'collection', 'connection', 'batch']

function setUp(start = Date.UTC(2026, 0, 15, 12)) {
  const world = spendWorld(start, 'UTC')
  const paged = new SpendJobs({ database: world.database, reports: world.sliced })
  const spendJobs = { page: (input: Parameters<typeof paged.page>[0]) => runAllSlices(paged.page(input)) }
  /** All jobs of a row, read in pages of `limit` jobs. */
  const all = (by: SpendBy, key: string, limit = 3) => {
    const jobs: SpendJob[] = []
    let before: string | null = null
    for (;;) {
      const page = spendJobs.page({ period: 'all', by, key, before, limit })
      jobs.push(...page.jobs)
      if (page.next === null) return { row: page.row, jobs }
      before = page.next
    }
  }
  return { ...world, spendJobs, all }
}

it('lists the jobs of a row, newest first, with the outcome of their quotes', async () => {
  const { job, clock, all } = setUp()
  const first = job(5, ['quoted', 'accepted'], { title: 'saved' })
  await clock.advance(HOUR)
  const second = job(7, ['quoted', 'accepted'], { state: 'running' })
  job(9, ['quoted', 'accepted'], { model: 'Singer' })
  job(11, ['quoted', 'released'], { state: 'cancelled' })
  const third = job(13, ['quoted', 'accepted', 'refunded'], { state: 'failed' })
  const fourth = job(0, ['quoted', 'uncertain'], { state: 'uncertain' })
  expect(all('model', 'Painter').jobs.map(({ id, kind, amount }) => [id, kind, amount])).toEqual([
    [fourth, 'uncertain', 0],
    [third, 'refunded', 13],
    [second, 'running', 7],
    [first, 'completed', 5],
  ])
  expect(all('model', 'Nobody')).toEqual({ row: { key: 'Nobody', label: null, ...emptySums() }, jobs: [] })
})

const ways: readonly (readonly [string, readonly LedgerEntry[]])[] = [
  ['queued', ['quoted']],
  ['running', ['quoted', 'accepted']],
  ['saved', ['quoted', 'accepted']],
  ['uncertain', ['quoted', 'uncertain']],
  ['failed', ['quoted', 'accepted', 'refunded']],
  ['rejected', ['quoted', 'released']],
]
const given = fc.record({
  way: fc.constantFrom(...ways),
  amount: fc.integer({ min: 0, max: 5_000_000_000 }),
  model: fc.constantFrom('Painter', 'Singer'),
  operation: fc.constantFrom('o', 'p'),
  connection: fc.constantFrom('c', 'd'),
  batch: fc.constantFrom(undefined, 'b'),
  collection: fc.constantFrom(undefined, 'x'),
  later: fc.constantFrom(0, 0, HOUR, 30 * HOUR),
})

it('adds up exactly to the sum of the report’s row, page by page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(given, { maxLength: 25 }), async (list) => {
      const { job, clock, reports, all } = setUp()
      for (const { way, amount, batch, collection, later, ...rest } of list) {
        await clock.advance(later)
        const about = { ...rest, state: way[0], ...(batch && { batch }), ...(collection && { collection }) }
        job(amount, way[1], about)
      }
      for (const by of BYS)
        for (const row of reports.report({ period: 'all', by }).rows) {
          const { row: head, jobs } = all(by, row.key)
          expect(head).toEqual(row)
          const sums = { key: row.key, label: row.label, ...emptySums() }
          for (const { kind, amount } of jobs)
            addCell(sums, { kind, jobs: 1, amount, quarter: 0, key: '', connectionId: '' })
          expect(sums).toEqual(row)
          expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length)
        }
    }),
    { numRuns: 40 },
  )
})

it('does not read the ledger of other quarters for a model that was used seldom', async () => {
  const { job, clock, all, database } = setUp()
  const rare = job(1, ['quoted', 'accepted'], { model: 'Rare' })
  for (let n = 0; n < 40; n++) {
    await clock.advance(HOUR)
    job(1, ['quoted', 'accepted'])
  }
  const queries: unknown[][] = []
  const original = database.all.bind(database)
  database.all = (sql, ...values) => {
    if (sql.includes('ledger_by_time')) queries.push(values)
    return original(sql, ...values)
  }
  expect(all('model', 'Rare', 50).jobs.map(({ id }) => id)).toEqual([rare])
  expect(queries).toHaveLength(1)
})
