import { expect, it } from 'vitest'
import { localDay } from './calendar.ts'
import { SpendSums } from './SpendSums.ts'
import { spendWorld } from './testing.ts'

const HOUR = 3_600_000

it('uses days and months of the local time zone, also when daylight saving time begins or ends', async () => {
  // Midnight in Kathmandu is 18:15 UTC.
  const kathmandu = spendWorld(Date.UTC(2026, 0, 31, 18), 'Asia/Kathmandu')
  kathmandu.job(1, ['accepted'])
  await kathmandu.clock.advance(HOUR / 4)
  kathmandu.job(2, ['accepted'])
  const secondJob = { jobs: 1, quoted: 2 }
  expect(kathmandu.reports.summary()).toEqual({ today: secondJob, month: secondJob })

  // In Berlin, 29 March 2026 has 23 hours and begins at 23:00 UTC; 25 October has 25 and begins at 22:00 UTC.
  for (const [lastMinute, hours, days] of [
    [Date.UTC(2026, 2, 28, 22, 59), 23, ['2026-03-30', '2026-03-29', '2026-03-28']],
    [Date.UTC(2026, 9, 24, 21, 59), 25, ['2026-10-26', '2026-10-25', '2026-10-24']],
  ] as const) {
    const berlin = spendWorld(lastMinute, 'Europe/Berlin')
    for (const minutes of [2, hours * 60 - 2, 2, 0]) {
      berlin.job(1, ['accepted'])
      await berlin.clock.advance(minutes * 60_000)
    }
    const { rows } = berlin.reports.report({ period: 'all', by: 'day' })
    expect(rows.map(({ key, completed }) => [key, completed.jobs])).toEqual([
      [days[0], 1],
      [days[1], 2],
      [days[2], 1],
    ])
  }
})

it('the summary counts only jobs whose last ledger entry is `accepted`', () => {
  const { reports, job } = spendWorld(Date.UTC(2026, 0, 15, 12), 'UTC')
  job(5, ['quoted', 'accepted'])
  job(7, ['quoted', 'uncertain', 'accepted'], { state: 'running' })
  job(100, ['quoted', 'uncertain'])
  job(1000, ['quoted', 'accepted', 'refunded'])
  job(2000, ['quoted', 'accepted', 'unconfirmed'])
  job(10_000, ['quoted', 'released'])
  job(100_000, ['quoted'])
  expect(reports.summary().today).toEqual({ jobs: 2, quoted: 12 })
})

it('counts an amount of one nano-dollar towards limits, first as unsent, then as used, and no longer once it is refunded', () => {
  const { database, ledger, job } = spendWorld(Date.UTC(2026, 0, 15, 12), 'UTC')
  const sums = new SpendSums(database)
  const id = job(1, ['quoted'], { batch: 'b' })
  job(10, ['quoted'], { batch: 'b' })
  expect([
    sums.unsent({ kind: 'all' }),
    sums.used({ kind: 'all' }),
    sums.unsent({ kind: 'batch', id: 'b' }),
  ]).toEqual([11, 0, 11])
  ledger.record(id, 'accepted', 1)
  expect([
    sums.unsent({ kind: 'all' }),
    sums.used({ kind: 'all' }),
    sums.used({ kind: 'connection', id: 'c' }),
  ]).toEqual([10, 1, 1])
  ledger.record(id, 'refunded', 1)
  expect([sums.unsent({ kind: 'all' }), sums.used({ kind: 'all' })]).toEqual([10, 0])
})

it('uses the system time zone by default', () => {
  const noon = new Date(2026, 4, 6, 12).getTime()
  expect(localDay(noon)).toBe('2026-05-06')
})
