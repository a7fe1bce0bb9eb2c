import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { spendSummarySchema } from '../../../src-preload/contract/types/spend.ts'
import { Database } from '../storage/Database.ts'
import { migrate } from '../storage/migrate.ts'
import { migrations } from '../storage/migrations/index.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { temporaryFolder } from '../testing/temporaryFolder.ts'
import { type Entry, Ledger } from './Ledger.ts'
import { localDay } from './localDay.ts'

const HOUR = 3_600_000

function setUp(start: number, timeZone: string) {
  const database = new Database(join(temporaryFolder(), 'easel.db'))
  onTestFinished(() => database.close())
  migrate(database, migrations, () => {})
  const clock = fakeClock(start)
  const ledger = new Ledger({ database, clock, timeZone })
  let count = 0
  /** A job that went through `entries`, all now. */
  const job = (amount: number, entries: Entry[], model = 'Painter') => {
    const id = `job ${++count}`
    database.run(
      `INSERT INTO jobs (id, press, connection_id, connection_name, operation, model_slug, model_name, title, form_values,
        request, state, created_at) VALUES (?1, ?1, 'c', 'C', 'o', 's', ?2, 't', '{}', '{}', 'saved', 1)`,
      id,
      model,
    )
    for (const entry of entries) ledger.record(id, entry, amount)
    return id
  }
  return { ledger, clock, job }
}

it('counts what the last entry of each job says, each job once', () => {
  const { ledger, job } = setUp(Date.UTC(2026, 0, 15, 12), 'UTC')
  job(5, ['quoted', 'accepted'])
  job(7, ['quoted', 'uncertain', 'accepted'], 'Singer')
  job(0, ['quoted', 'accepted'])
  job(100, ['quoted', 'uncertain'])
  job(1000, ['quoted', 'accepted', 'refunded'])
  job(10_000, ['quoted', 'released'])
  job(100_000, ['quoted'])
  const summary = ledger.summary()
  const total = { jobs: 3, quoted: 12 }
  expect(spendSummarySchema.parse(summary)).toEqual({
    today: total,
    month: total,
    all: total,
    uncertain: { jobs: 1, quoted: 100 },
    refunded: { jobs: 1, quoted: 1000 },
    byDay: [{ day: '2026-01-15', ...total }],
    byModel: [
      { model: 'Singer', jobs: 1, quoted: 7 },
      { model: 'Painter', jobs: 2, quoted: 5 },
    ],
  })
})

it('follows a job when its answer is found, and when its money comes back', () => {
  const { ledger, job } = setUp(Date.UTC(2026, 0, 15, 12), 'UTC')
  const id = job(9, ['quoted', 'uncertain'])
  ledger.record(id, 'accepted', 9)
  expect(ledger.summary()).toMatchObject({ all: { quoted: 9 }, uncertain: { quoted: 0 } })
  ledger.record(id, 'refunded', 9)
  expect(ledger.summary()).toMatchObject({ all: { quoted: 0 }, refunded: { jobs: 1, quoted: 9 }, byDay: [] })
})

it('keeps days and months as the person lives them, also where the clock changes', async () => {
  // Midnight in Kathmandu is 18:15 UTC.
  const kathmandu = setUp(Date.UTC(2026, 0, 31, 18), 'Asia/Kathmandu')
  kathmandu.job(1, ['accepted'])
  await kathmandu.clock.advance(HOUR / 4)
  kathmandu.job(2, ['accepted'])
  expect(kathmandu.ledger.summary()).toMatchObject({
    today: { quoted: 2 },
    month: { quoted: 2 },
    all: { quoted: 3 },
    byDay: [{ day: '2026-02-01' }, { day: '2026-01-31' }],
  })

  // 29 March 2026 has 23 hours in Berlin: it ends at 22:00 UTC and began at 23:00 UTC.
  const berlin = setUp(Date.UTC(2026, 2, 28, 22, 59), 'Europe/Berlin')
  for (const minutes of [2, 23 * 60 - 2, 2]) {
    berlin.job(1, ['accepted'])
    await berlin.clock.advance(minutes * 60_000)
  }
  expect(berlin.ledger.summary().byDay).toEqual([
    { day: '2026-03-29', jobs: 2, quoted: 2 },
    { day: '2026-03-28', jobs: 1, quoted: 1 },
  ])
})

it('says nothing was spent where nothing was', () => {
  const nothing = { jobs: 0, quoted: 0 }
  expect(setUp(0, 'UTC').ledger.summary()).toEqual({
    today: nothing,
    month: nothing,
    all: nothing,
    uncertain: nothing,
    refunded: nothing,
    byDay: [],
    byModel: [],
  })
})

it('names days in the system time zone where none is given', () => {
  const noon = new Date(2026, 4, 6, 12).getTime()
  expect(localDay(noon)).toBe('2026-05-06')
})
