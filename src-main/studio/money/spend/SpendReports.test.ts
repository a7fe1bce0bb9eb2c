import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  spendReportSchema,
  type SpendBy,
  type SpendRow,
} from '../../../../src-preload/contract/types/spend.ts'
import type { LedgerEntry } from './SpendSums.ts'
import { localDay } from './calendar.ts'
import { emptySums } from './SpendReports.ts'
import { spendWorld } from './testing.ts'

const MINUTE = 60_000
const sumOf = (jobs: number, amount: number) => ({ jobs, amount })

it('reports the outcome of each quote, each job once', () => {
  const { reports, job, result } = spendWorld(Date.UTC(2026, 0, 15, 12), 'UTC')
  const saved = job(5, ['quoted', 'accepted'])
  job(7, ['quoted', 'uncertain', 'accepted'], { state: 'running', model: 'Singer' })
  job(0, ['quoted', 'accepted'])
  job(100, ['quoted', 'uncertain'], { state: 'closed' })
  job(1000, ['quoted', 'accepted', 'refunded'], { state: 'failed' })
  job(2000, ['quoted', 'accepted', 'unconfirmed'], { state: 'failed' })
  job(3000, ['quoted', 'accepted', 'unconfirmed', 'refunded'], { state: 'failed' })
  job(10_000, ['quoted', 'released'], { state: 'rejected' })
  job(100_000, ['quoted'], { state: 'queued' })
  result(saved, 1)
  result(saved, null)
  const report = spendReportSchema.parse(reports.report({ period: 'today', by: 'model' }))
  const totals = {
    quoted: sumOf(1, 100_000),
    completed: sumOf(2, 5),
    running: sumOf(1, 7),
    uncertain: sumOf(1, 100),
    unconfirmed: sumOf(1, 2000),
    refunded: sumOf(2, 4000),
    starred: 1,
  }
  expect(report.totals).toEqual(totals)
  expect(report.rows).toEqual([
    { key: 'Painter', label: 'Model Painter', ...totals, running: sumOf(0, 0) },
    { key: 'Singer', label: 'Model Singer', ...emptySums(), running: sumOf(1, 7) },
  ])
  expect(report.plot).toEqual({
    unit: 'day',
    series: [
      { key: 'Painter', label: 'Model Painter' },
      { key: 'Singer', label: 'Model Singer' },
    ],
    points: [{ day: '2026-01-15', amounts: [105, 7] }],
  })
})

it('lists every day of a year, but only the most expensive ones of more batches', async () => {
  const { reports, job, clock } = spendWorld(Date.UTC(2028, 0, 1, 12), 'UTC')
  for (let day = 0; day < 366; day++) {
    job(day + 1, ['quoted', 'accepted'], { batch: `b${day}` })
    if (day < 365) await clock.advance(24 * 60 * MINUTE)
  }
  const year = { from: '2028-01-01', to: '2028-12-31' }
  const byDay = reports.report({ period: year, by: 'day' })
  expect([byDay.rows.length, byDay.more]).toEqual([366, 0])
  job(1, ['quoted', 'accepted'], { batch: 'cheap' })
  const byBatch = reports.report({ period: year, by: 'batch' })
  expect([byBatch.rows.length, byBatch.more, byBatch.rows[0]?.key]).toEqual([366, 1, 'b365'])
})

it('a job counts with its new outcome after its request id is found, and after a refund on another day', async () => {
  const { reports, ledger, job, clock } = spendWorld(Date.UTC(2026, 0, 15, 12), 'UTC')
  const id = job(9, ['quoted', 'uncertain'], { state: 'saved' })
  ledger.record(id, 'accepted', 9)
  expect(reports.report({ period: 'today', by: 'day' }).totals).toMatchObject({
    completed: sumOf(1, 9),
    uncertain: sumOf(0, 0),
  })
  await clock.advance(24 * 60 * MINUTE)
  ledger.record(id, 'refunded', 9)
  expect(reports.report({ period: 'all', by: 'day' })).toMatchObject({
    from: '2026-01-16',
    rows: [{ key: '2026-01-16', refunded: sumOf(1, 9) }],
  })
})

it('names the tasks, models, connections and batches of its rows', () => {
  const { reports, job } = spendWorld(Date.UTC(2026, 0, 15, 12), 'UTC')
  job(7, ['quoted', 'accepted'], { operation: 'draw', batch: 'b' })
  job(5, ['quoted', 'accepted'], { operation: 'sing', batch: 'b' })
  const labels = (by: SpendBy) => reports.report({ period: 'all', by }).rows.map(({ label }) => label)
  expect(labels('task')).toEqual(['Task draw', 'Task sing'])
  expect(labels('model')).toEqual(['Model Painter'])
  expect(labels('connection')).toEqual(['Connection c'])
  expect(labels('batch')).toEqual(['Batch b'])
})

it('reports jobs of a deleted collection under no collection', () => {
  const { reports, job, database } = spendWorld(Date.UTC(2026, 0, 15, 12), 'UTC')
  job(5, ['quoted', 'accepted'], { collection: 'a' })
  job(1, ['quoted', 'accepted'])
  const keys = () =>
    reports.report({ period: 'all', by: 'collection' }).rows.map(({ key, label, completed }) => ({
      key,
      label,
      amount: completed.amount,
    }))
  expect(keys()).toEqual([
    { key: 'a', label: 'Collection a', amount: 5 },
    { key: '', label: null, amount: 1 },
  ])
  database.run("DELETE FROM collections WHERE id = 'a'")
  expect(keys()).toEqual([{ key: '', label: null, amount: 6 }])
})

it.each([
  ['today', '2026-03-31', '2026-03-31'],
  ['week', '2026-03-25', '2026-03-31'],
  ['month', '2026-03-01', '2026-03-31'],
  ['last_month', '2026-02-01', '2026-02-28'],
  ['year', '2026-01-01', '2026-03-31'],
  ['all', '2026-03-31', '2026-03-31'],
  [{ from: '2025-12-30', to: '2026-01-02' }, '2025-12-30', '2026-01-02'],
] as const)('shows every day of the period %j', (period, from, to) => {
  const { reports } = spendWorld(Date.UTC(2026, 2, 31, 12), 'Europe/Berlin')
  const report = reports.report({ period, by: 'day' })
  const days = report.plot.points.map(({ day }) => day)
  expect([report.from, report.to]).toEqual([from, to])
  expect([days[0], days.at(-1)]).toEqual([from, to])
  expect(new Set(days).size).toBe((Date.parse(to) - Date.parse(from)) / 86_400_000 + 1)
})

it('plots a long period by month, with the most expensive rows separately', async () => {
  const { reports, job, clock } = spendWorld(Date.UTC(2025, 0, 31, 12), 'UTC')
  for (const model of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    job(model.charCodeAt(0), ['quoted', 'accepted'], { model })
  await clock.advance(500 * 24 * 60 * MINUTE)
  job(1, ['quoted', 'accepted'], { model: 'a' })
  const { plot } = reports.report({ period: 'all', by: 'model' })
  expect(plot.unit).toBe('month')
  expect(plot.series.map(({ key }) => key)).toEqual(['g', 'f', 'e', 'd', 'c', null])
  expect(plot.points).toHaveLength(18)
  expect(plot.points[0]).toEqual({ day: '2025-01-01', amounts: [103, 102, 101, 100, 99, 97 + 98] })
  expect(plot.points.at(-1)).toEqual({ day: '2026-06-01', amounts: [0, 0, 0, 0, 0, 1] })
})

const BYS: SpendBy[] = ['day', 'model', 'task', 'collection', 'connection', 'batch']
const WAYS: readonly (readonly [string, ...LedgerEntry[]])[] = [
  ['queued', 'quoted'],
  ['running', 'quoted', 'accepted'],
  ['saved', 'quoted', 'accepted'],
  ['uncertain', 'quoted', 'uncertain'],
  ['saved', 'quoted', 'uncertain', 'accepted'],
  ['failed', 'quoted', 'accepted', 'refunded'],
  ['cancelled', 'quoted', 'released'],
  ['vanished', 'quoted', 'accepted'],
  ['closed', 'quoted', 'accepted'],
]
const oneOf = <T>(...values: T[]) => fc.constantFrom(...values)
const jobs = fc.array(
  fc.record({
    way: fc.constantFrom(...WAYS),
    amount: fc.integer({ min: 0, max: 2 ** 40 }),
    waits: fc.array(fc.integer({ min: 0, max: 9 * 60 }), { minLength: 3, maxLength: 3 }),
    given: fc.record({
      model: oneOf('a', 'b'),
      operation: oneOf('o', 'p'),
      connection: oneOf('c', 'd'),
      batch: oneOf(undefined, 'x', 'y'),
      collection: oneOf(undefined, 'k', 'l'),
    }),
    starred: fc.boolean(),
  }),
  { maxLength: 25 },
)
const zones = oneOf(
  'UTC',
  'Europe/Berlin',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Apia',
)
// Around the clock changes of spring and autumn, and around the day that Apia skipped.
const starts = oneOf(
  Date.UTC(2026, 2, 28, 20),
  Date.UTC(2026, 9, 24, 20),
  Date.UTC(2011, 11, 29, 12),
  Date.UTC(2026, 3, 4, 3),
)

it('a report equals the ledger to the nano-dollar for any history and time zone', async () => {
  await fc.assert(
    fc.asyncProperty(
      jobs,
      zones,
      starts,
      oneOf(...BYS),
      fc.boolean(),
      async (list, zone, start, by, deletes) => {
        const { database, reports, ledger, clock, job, result } = spendWorld(start, zone)
        const naive: {
          at: number
          entry: LedgerEntry
          amount: number
          state: string
          keys: Record<SpendBy, string>
          starredResults: number
        }[] = []
        for (const { way, amount, waits, given, starred } of list) {
          const [state, ...entries] = way
          const { batch, collection, ...rest } = given
          const id = job(amount, [], {
            ...rest,
            ...(batch && { batch }),
            ...(collection && { collection }),
            state,
          })
          let last = clock.now()
          for (const [index, entry] of entries.entries()) {
            await clock.advance((waits[index] ?? 0) * MINUTE)
            ledger.record(id, entry, amount)
            last = clock.now()
          }
          const starredResults = state === 'saved' && starred ? 1 : 0
          if (state === 'saved') result(id, starred ? 1 : null)
          const keys = {
            day: localDay(last, zone),
            model: given.model,
            task: given.operation,
            connection: given.connection,
          }
          naive.push({
            at: last,
            entry: entries.at(-1) ?? 'released',
            amount,
            state,
            starredResults,
            keys: {
              ...keys,
              batch: batch ?? '',
              collection: (deletes && collection === 'k' ? '' : collection) ?? '',
            },
          })
        }
        if (deletes) database.run("DELETE FROM collections WHERE id = 'k'")
        const days = [...new Set(naive.map(({ keys }) => keys.day))].sort()
        const middle = days[Math.floor(days.length / 2)] ?? localDay(clock.now(), zone)
        for (const period of ['all', { from: days[0] ?? middle, to: middle }] as const) {
          const wanted = new Map<string, SpendRow>()
          for (const { keys, entry, amount, state, starredResults } of naive) {
            if (entry === 'released' || (period !== 'all' && keys.day > middle)) continue
            const row = wanted.get(keys[by]) ?? { key: keys[by], label: null, ...emptySums() }
            wanted.set(keys[by], row)
            const isOpen = state === 'running' || state === 'vanished'
            const sum = row[entry === 'accepted' ? (isOpen ? 'running' : 'completed') : entry]
            sum.jobs++
            sum.amount += amount
            row.starred += starredResults
          }
          const report = reports.report({ period, by })
          const bare = report.rows
            .map((row) => ({ ...row, label: null }))
            .sort((a, b) => (a.key < b.key ? -1 : 1))
          expect(bare).toEqual([...wanted.values()].sort((a, b) => (a.key < b.key ? -1 : 1)))
          const plotted = report.plot.points.flatMap(({ amounts }) => amounts).reduce((a, b) => a + b, 0)
          const { completed, running, uncertain, quoted } = report.totals
          const reserved = by === 'day' ? quoted.amount : 0
          expect(plotted).toBe(completed.amount + running.amount + uncertain.amount + reserved)
        }
      },
    ),
    { numRuns: 120 },
  )
}, 60_000)
