import { onTestFinished } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { QuoteResult } from '../../../../src-preload/contract/types/quote.ts'
import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { StudioEvents } from '../../events.ts'
import { preparedJob, respondOk, testEngine } from '../../jobs/engine/testEngine.ts'
import type { JobRecord } from '../../jobs/store/JobRecord.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'
import { Requoter } from './Requoter.ts'

export const MINUTE = 60_000
/** The price of the jobs of `requoterWorld`. */
export const SHOWN = 100

/** The engine with a paused queue, and a requoter whose price requests get the result `now.result`. */
export function requoterWorld(changes: Partial<typeof preparedJob> = {}) {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  const clock = fakeClock()
  const requested: string[] = []
  /** Quotes that are known without a request, by job id. */
  const known = new Map<string, { price: number; quotedAt: number }>()
  const holds: [string, object][] = []
  const max = { inFlight: 0 }
  let inFlight = 0
  const now: {
    paused: boolean
    isLimitReached?: boolean
    result: number | QuoteResult | StudioError | ((job: JobRecord) => QuoteResult | Promise<QuoteResult>)
  } = {
    paused: true,
    result: SHOWN,
  }
  const priced = (price: number): QuoteResult => ({
    state: 'priced',
    key: 'k',
    price,
    quotedAt: clock.now(),
  })
  const world = testEngine(
    {
      submit: () => respondOk({ request_id: crypto.randomUUID() }),
      poll: () => respondOk({ status: 'processing' }),
      isPaused: () => now.paused,
      clickPolicy: {
        check: () => {
          if (now.isLimitReached) throw new StudioError(makeProblem('budget_full', { money: 'not_charged' }))
        },
      },
      admit: (job) => ({ kind: requoter.admit(job) ? 'send' : 'hold-batch' }),
    },
    database,
    { ...preparedJob, price: SHOWN, quotedAt: clock.now(), ...changes },
    { clock },
  )
  const { store, engine } = world
  const events = new StudioEvents()
  events.on('admissionChanged', () => engine.reconsider())
  const requoter = new Requoter<JobRecord>({
    database,
    clock,
    log: memoryLog(),
    jobs: store,
    prices: {
      knownPriceOf: ({ id }) => {
        const quote = known.get(id)
        return quote && clock.now() - quote.quotedAt <= 15 * MINUTE ? quote : null
      },
      priceOf: async (job) => {
        requested.push(job.id)
        max.inFlight = Math.max(max.inFlight, ++inFlight)
        await Promise.resolve()
        inFlight--
        const { result } = now
        if (result instanceof StudioError) throw result
        return typeof result === 'number'
          ? priced(result)
          : typeof result === 'function'
            ? result(job)
            : result
      },
    },
    batches: {
      pauseForPrice: (id, change) => {
        holds.push([id, change])
        database.run("UPDATE jobs SET held = 1 WHERE batch_id = ? AND state = 'queued'", id)
      },
    },
    ledger: { record: (id, entry, amount) => void world.entries.push(`${id} ${entry} ${amount}`) },
    events,
  })
  const resume = async (ms = 1) => {
    now.paused = false
    engine.reconsider()
    await clock.advance(ms)
  }
  /** Enqueues jobs of the batch `b`. Returns their ids. */
  const enqueueBatch = (count: number): string[] => {
    database.run(
      `INSERT INTO batches (id, idempotency_key, name, state, connection_id, operation, axes, created_at)
         VALUES ('b', 'b', 'B', 'running', 'c', 'o', '[]', 1)`,
    )
    const ids = Array.from({ length: count }, () => world.enqueue().id)
    database.run("UPDATE jobs SET batch_id = 'b'")
    return ids
  }
  const submits = () => world.calls.filter((request) => request === 'submit').length
  return {
    ...world,
    clock,
    now,
    requested,
    known,
    max,
    holds,
    requoter,
    resume,
    submits,
    priced,
    enqueueBatch,
  }
}
