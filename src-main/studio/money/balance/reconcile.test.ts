import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { suggestOutcome } from './balanceQueries.ts'
import type { BilledJob, BalanceReading } from './BalanceTable.ts'
import { reconcile, resolutionOf, buildSpans } from './reconcile.ts'

const CENT = 10_000_000
const SECOND = 1000
const reading = (second: number, cents: number): BalanceReading => ({
  balance: Math.round(cents * CENT),
  requestedAt: second * SECOND,
  receivedAt: second * SECOND + 100,
})
let ids = 0
const billedJob = (
  cents: number,
  given: Partial<BilledJob> & { from: number; to: number | null },
): BilledJob => {
  const { from, to, ...more } = given
  const id = `job ${++ids}`
  const sentAt = from * SECOND
  const money = to === null ? ('in_progress' as const) : ('charged' as const)
  const times = { sentAt, respondedAt: sentAt + 200, endedAt: to === null ? null : to * SECOND }
  return { id, title: id, amount: Math.round(cents * CENT), money, ...times, ...more }
}
const lost = (cents: number, from: number): BilledJob =>
  billedJob(cents, { from, to: null, money: 'charge_unknown' })
const judge = (before: BalanceReading, after: BalanceReading, billedJobs: BilledJob[], resolution = 10) => {
  const { jobs, ...sums } = reconcile(before, after, billedJobs, resolution)
  return { ...sums, jobs: jobs.map(({ outcome }) => outcome) }
}

describe('between two readings', () => {
  it('explains a decrease by accepted jobs', () => {
    expect(
      judge(reading(0, 1972), reading(60, 1890), [
        billedJob(80, { from: 5, to: 20 }),
        billedJob(2, { from: 9, to: 30 }),
      ]),
    ).toEqual({
      decrease: 82 * CENT,
      expectedDecrease: 82 * CENT,
      uncertain: 0,
      unexplained: 0,
      topUp: 0,
      jobs: ['charged', 'charged'],
    })
  })

  it('explains the rest by an uncertain job if its price fits', () => {
    const billedJobs = [billedJob(82, { from: 5, to: 20 }), lost(2, 6)]
    const decrease84 = judge(reading(0, 1972), reading(60, 1888), billedJobs)
    expect(decrease84).toMatchObject({
      decrease: 84 * CENT,
      expectedDecrease: 82 * CENT,
      uncertain: 2 * CENT,
      unexplained: 0,
    })
    expect(judge(reading(0, 1972), reading(60, 1890), billedJobs)).toMatchObject({ unexplained: 0 })
    expect(judge(reading(0, 1972), reading(60, 1889), billedJobs)).toMatchObject({ unexplained: CENT })
  })

  it('leaves unexplained only what the nearest combination of charges does not explain', () => {
    const billedJobs = [billedJob(82, { from: 5, to: 20 }), lost(7, 6)]
    expect(judge(reading(0, 1972), reading(60, 1882), billedJobs)).toMatchObject({
      decrease: 90 * CENT,
      expectedDecrease: 82 * CENT,
      unexplained: CENT,
    })
  })

  it('includes the charge of a job that ended at the moment the balance was requested', () => {
    const chargedAtEnd = billedJob(40, { from: -50, to: 0 })
    expect(judge(reading(0, 500), reading(60, 500), [chargedAtEnd])).toMatchObject({
      expectedDecrease: 0,
      jobs: [],
    })
  })

  it('shows ended jobs by the nearest combination of effects if no sum explains the decrease', () => {
    const refunded = () => billedJob(40, { from: -50, to: 30, money: 'refunded' })
    const charged = billedJob(30, { from: 5, to: 20 })
    expect(judge(reading(0, 460), reading(60, 400), [refunded(), charged])).toMatchObject({
      unexplained: 30 * CENT,
      jobs: ['not_charged', 'charged'],
    })
    expect(judge(reading(0, 460), reading(60, 510), [refunded()])).toMatchObject({
      unexplained: -10 * CENT,
      jobs: ['refunded'],
    })
  })

  it('reports what nothing in the ledger explains', () => {
    expect(judge(reading(0, 1000), reading(60, 900), [billedJob(30, { from: 5, to: 20 })])).toMatchObject({
      decrease: 100 * CENT,
      expectedDecrease: 30 * CENT,
      unexplained: 70 * CENT,
      topUp: 0,
    })
    expect(judge(reading(0, 1000), reading(60, 1005), [])).toMatchObject({ unexplained: -5 * CENT, topUp: 0 })
  })

  it('recognizes a deposit even if the jobs have too many different sums to try', () => {
    const manySums = Array.from({ length: 16 }, (_, n) => lost(2 ** n / 100, 6))
    expect(judge(reading(0, 100), reading(60, 1100), manySums)).toMatchObject({
      topUp: 1000 * CENT,
      unexplained: 0,
    })
    expect(judge(reading(0, 1100), reading(60, 1000), manySums)).toMatchObject({ topUp: 0, unexplained: 0 })
  })

  it('recognizes a deposit, even together with charges and uncertain jobs', () => {
    const spent = billedJob(82, { from: 5, to: 20 })
    expect(judge(reading(0, 100), reading(60, 1018), [spent])).toMatchObject({
      topUp: 1000 * CENT,
      unexplained: 0,
      decrease: -918 * CENT,
    })
    expect(judge(reading(0, 100), reading(60, 1011), [spent, lost(7, 6)])).toMatchObject({
      topUp: 1000 * CENT,
    })
  })

  it('explains charges at the end of a job, and refunds', () => {
    const chargedAtEnd = billedJob(40, { from: -50, to: 30 })
    expect(judge(reading(0, 500), reading(60, 460), [chargedAtEnd])).toMatchObject({
      expectedDecrease: 0,
      unexplained: 0,
      jobs: ['charged'],
    })
    expect(judge(reading(0, 500), reading(60, 500), [chargedAtEnd])).toMatchObject({
      unexplained: 0,
      jobs: ['not_charged'],
    })
    const failed = billedJob(40, { from: -50, to: 30, money: 'refunded' })
    expect(judge(reading(0, 460), reading(60, 500), [failed])).toMatchObject({
      expectedDecrease: -40 * CENT,
      unexplained: 0,
      jobs: ['refunded'],
    })
    const running = billedJob(40, { from: 10, to: null })
    expect(judge(reading(0, 500), reading(60, 500), [running])).toMatchObject({
      expectedDecrease: 40 * CENT,
      unexplained: 0,
      jobs: ['open'],
    })
  })

  it('does not count a job twice that was in flight while the balance was read', () => {
    // Sent before the reading, with a response after it: the balance may include it already.
    const racing = billedJob(40, { from: -0.1, to: 30 })
    for (const before of [500, 460])
      expect(judge(reading(0, before), reading(60, 460), [racing])).toMatchObject({ unexplained: 0 })
  })

  it('compares in cents if the service rounds to cents', () => {
    const readings = [reading(0, 1972), reading(60, 1971)]
    expect(resolutionOf(readings)).toBe(CENT)
    expect(resolutionOf([...readings, { ...reading(0, 0), balance: 19_712_345_670 }])).toBe(10)
    const cheap = billedJob(0.4, { from: 5, to: 20 })
    expect(judge(reading(0, 1972), reading(60, 1971), [cheap], CENT).unexplained).toBe(0)
    expect(judge(reading(0, 1972), reading(60, 1970), [cheap], CENT).unexplained).toBe(2 * CENT - 0.4 * CENT)
  })

  it('explains every job of a correct service, whenever it charges', () => {
    const job = fc.record({
      cents: fc.integer({ min: 1, max: 500 }),
      from: fc.integer({ min: -100, max: 100 }),
      lasts: fc.integer({ min: 1, max: 150 }),
      money: fc.constantFrom(
        'charged',
        'refunded',
        'charge_unknown',
        'in_progress',
        'refund_unknown',
        'refund_denied',
      ),
      late: fc.boolean(),
      charged: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(job, { maxLength: 12 }), (jobs) => {
        const billedJobs = jobs.map(({ cents, from, lasts, money }) =>
          billedJob(cents, {
            from,
            to: from + lasts,
            money,
            ...(money === 'in_progress' && { endedAt: null }),
          }),
        )
        const chargedAt = (at: number) =>
          jobs.reduce((sum, { cents, from, lasts, money, late, charged }) => {
            // Half a second before the studio noticed.
            const [start, end] = [from + 0.1, from + lasts - 0.5]
            const isCharged =
              money === 'charged'
                ? at >= (late ? end : start)
                : money === 'refunded'
                  ? !late && at >= start && at < end
                  : money === 'in_progress'
                    ? !late && at >= start
                    : charged && at >= start
            return sum + (isCharged ? cents : 0)
          }, 0)
        const [before, after] = [
          reading(0, 100_000 - chargedAt(0.05)),
          reading(60, 100_000 - chargedAt(60.05)),
        ]
        expect(reconcile(before, after, billedJobs, 10)).toMatchObject({ unexplained: 0, topUp: 0 })
      }),
      { numRuns: 500 },
    )
  })
})

describe('a job whose response was lost', () => {
  const job = lost(7, 10)
  const others = [billedJob(80, { from: 5, to: 20 }), billedJob(7, { from: 12, to: 50 })]
  const hint = (readings: BalanceReading[], billedJobs: BilledJob[] = others) =>
    suggestOutcome(job, readings, [job, ...billedJobs], 10)

  test('was charged if nothing else explains the balance', () => {
    expect(hint([reading(0, 1000), reading(90, 1000 - 94)])).toBe('charged')
    expect(hint([reading(0, 1000), reading(90, 1000 - 87)])).toBe('not_charged')
  })

  test('is undecided if either is possible', () => {
    // While another job with the same price runs, either of the two may have been charged.
    const running = [billedJob(80, { from: 5, to: 20 }), billedJob(7, { from: 12, to: null })]
    expect(hint([reading(0, 1000), reading(90, 1000 - 87)], running)).toBeNull()
    expect(hint([reading(0, 1000)])).toBeNull()
    expect(hint([reading(20, 1000), reading(90, 920)])).toBeNull()
    expect(hint([reading(0, 1000), reading(90, 1950)])).toBeNull()
    // Too soon: the service may still process it.
    expect(hint([reading(0, 1000), reading(20, 913)])).toBeNull()
  })

  test('is decided by a later balance if the first leaves it open', () => {
    const readings = [reading(0, 1000), reading(45, 1000 - 87), reading(90, 1000 - 87)]
    expect(hint(readings)).toBe('not_charged')
  })
})

describe('many readings', () => {
  it('are compared between readings without jobs in progress, newest first', () => {
    const billedJobs = [billedJob(10, { from: 5, to: 40 }), billedJob(20, { from: 70, to: 90 })]
    const readings = [reading(0, 100), reading(20, 90), reading(60, 90), reading(80, 70), reading(100, 70)]
    const spans = buildSpans(readings, billedJobs).map(({ before, after, jobs, hasRunningJobs }) => ({
      cents: [before / CENT, after / CENT],
      jobs: jobs.length,
      hasRunningJobs,
    }))
    expect(spans).toEqual([
      { cents: [90, 70], jobs: 1, hasRunningJobs: false },
      { cents: [100, 90], jobs: 1, hasRunningJobs: false },
    ])
  })

  it('show a deposit although jobs were in progress', () => {
    const billedJobs = [billedJob(10, { from: 5, to: null })]
    const spans = buildSpans(
      [reading(0, 100), reading(20, 90), reading(40, 1090), reading(60, 1090)],
      billedJobs,
    )
    expect(spans.map(({ topUp, hasRunningJobs }) => [topUp / CENT, hasRunningJobs])).toEqual([
      [1000, true],
      [0, true],
    ])
  })

  it('report an uncertain job once, not with every later reading', () => {
    const readings = [reading(0, 100), reading(60, 93), reading(90, 93), reading(120, 93)]
    expect(buildSpans(readings, [lost(7, 10)])).toHaveLength(1)
  })

  it('ignore readings from before the clock was set back', () => {
    expect(buildSpans([reading(50, 100), reading(10, 90)], [])).toEqual([])
  })
})
