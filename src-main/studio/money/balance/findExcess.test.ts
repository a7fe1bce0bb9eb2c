import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BalanceReading, BilledJob } from './BalanceTable.ts'
import { findExcess } from './findExcess.ts'
import { balanceWorld, DOLLAR, SECOND } from './testing.ts'

const PRICE = 171_100
const reading = (balance: number, at: number): BalanceReading => ({
  balance,
  requestedAt: at,
  receivedAt: at + 10,
})
const job = (sentAt: number, changes: Partial<BilledJob> = {}): BilledJob => ({
  id: `job ${sentAt}`,
  title: '',
  amount: PRICE,
  sentAt,
  respondedAt: sentAt + 100,
  endedAt: sentAt + 5000,
  money: 'charged',
  ...changes,
})
const compare = (readings: BalanceReading[], billedJobs: BilledJob[], sending = 0) =>
  findExcess({ readings, billedJobs }, { since: 0, sending })
const START = 1_000_000
const before = reading(20 * DOLLAR, START)

test('a balance that fell three times as far as quoted is an excess, with what fell, what was quoted and since when', () => {
  const jobs = [job(START + 1000), job(START + 2000)]
  const after = reading(20 * DOLLAR - 6 * PRICE, START + 60_000)
  expect(compare([before, after], jobs)).toEqual({ since: START + 10, fell: 6 * PRICE, quoted: 2 * PRICE })
})

test.each<[string, BilledJob[], number, number?]>([
  ['the quotes', [job(START + 1000)], PRICE],
  ['nothing, because the job was refunded', [job(START + 1000, { money: 'refunded' })], 0],
  [
    'a job in progress',
    [job(START + 1000), job(START + 9000, { money: 'in_progress', endedAt: null })],
    2 * PRICE,
  ],
  [
    'an uncertain job',
    [job(START + 1000), job(START + 9000, { money: 'charge_unknown', endedAt: null })],
    2 * PRICE,
  ],
  ['a job whose response is still awaited', [job(START + 1000)], 3 * PRICE, 2 * PRICE],
  ['a job that was booked late', [job(START - 20_000), job(START + 1000)], 2 * PRICE],
  ['a charge that the service rounds up', [job(START + 1000)], 172_000],
  ['a top-up', [job(START + 1000)], -5 * DOLLAR],
  ['what another program spent while nothing of Easel ran', [], DOLLAR],
  ['a job without a price', [job(START + 1000, { amount: 0 })], DOLLAR],
])('a fall by %s is no excess', (_, jobs, fell, sending) => {
  const after = reading(20 * DOLLAR - fell, START + 60_000)
  expect(compare([before, after], jobs, sending)).toBeNull()
})

test('rounded balances are no excess', () => {
  const cent = DOLLAR / 100
  expect(
    compare([reading(20 * DOLLAR, START), reading(20 * DOLLAR - cent, START + 60_000)], [job(START + 1000)]),
  ).toBeNull()
})

test('with jobs always in progress, three times the quotes are an excess after a while', () => {
  // A job starts each second and takes eight; the service charges it when it ends.
  const jobs = Array.from({ length: 200 }, (_, n) =>
    job(START + n * 1000, { endedAt: START + n * 1000 + 8000 }),
  )
  const balanceAt = (at: number) =>
    20 * DOLLAR - 3 * PRICE * jobs.filter(({ endedAt }) => (endedAt ?? at) <= at).length
  const readings = Array.from({ length: 9 }, (_, n) => START + n * 20_000).map((at) =>
    reading(balanceAt(at), at),
  )
  const known = jobs.filter(({ sentAt }) => sentAt < START + 160_000)
  expect(compare(readings, known)).not.toBeNull()
})

test('a service that charges what it quoted, at the start or the end of each job, never causes an alarm', () => {
  const scenario = fc.record({
    jobs: fc.array(
      fc.record({
        sent: fc.integer({ min: 1, max: 300 }),
        lasts: fc.integer({ min: 1, max: 100 }),
        amount: fc.integer({ min: 1, max: 10_000_000 }),
        kind: fc.constantFrom('start', 'end', 'refunded', 'uncertain'),
      }),
      { maxLength: 20 },
    ),
    reads: fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 2, maxLength: 12 }),
  })
  fc.assert(
    fc.property(scenario, ({ jobs, reads }) => {
      const times = reads.toSorted((a, b) => a - b)
      const now = START + (times.at(-1) ?? 0) * SECOND
      const balanceAt = (at: number) =>
        jobs.reduce((balance, { sent, lasts, amount, kind }) => {
          const start = START + sent * SECOND
          const end = start + lasts * SECOND
          if (kind === 'refunded') return at >= start && at < end ? balance - amount : balance
          return at >= (kind === 'end' ? end : start) ? balance - amount : balance
        }, 20 * DOLLAR)
      const billed = jobs.flatMap(({ sent, lasts, amount, kind }, index) => {
        const start = START + sent * SECOND
        if (start > now) return []
        const end = start + lasts * SECOND
        const hasEnded = end <= now && kind !== 'uncertain'
        return job(start, {
          id: String(index),
          amount,
          respondedAt: start,
          endedAt: hasEnded ? end : null,
          money:
            kind === 'uncertain'
              ? 'charge_unknown'
              : !hasEnded
                ? 'in_progress'
                : kind === 'refunded'
                  ? 'refunded'
                  : 'charged',
        })
      })
      const readings = times.map((at) => reading(balanceAt(START + at * SECOND), START + at * SECOND))
      expect(compare(readings, billed)).toBeNull()
    }),
  )
})

test('an excess is reported once with the next balance, and what fell before the session is not', async () => {
  const { fetchBalance, setResponse, clock, job: add, excesses, database } = balanceWorld()
  const run = () => {
    const id = add(PRICE, ['quoted', 'accepted'])
    database.run('UPDATE jobs SET sent_at = ?1, done_at = ?1 WHERE id = ?2', clock.now(), id)
  }
  const read = async (balance: number) => {
    await clock.advance(30 * SECOND)
    setResponse(200, { balance: balance / DOLLAR })
    await fetchBalance()
  }
  await read(20 * DOLLAR)
  await clock.advance(200 * SECOND)
  run()
  await read(20 * DOLLAR - 3 * PRICE)
  expect(excesses).toMatchObject([{ fell: 3 * PRICE, quoted: PRICE }])
  await read(20 * DOLLAR - 3 * PRICE)
  await clock.advance(200 * SECOND)
  run()
  await read(20 * DOLLAR - 4 * PRICE)
  expect(excesses).toHaveLength(1)
})
