import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { JobState } from '../../../src-preload/contract/types/job.ts'
import type { Away } from '../../../src-preload/contract/types/queue.ts'
import type { Database, Row } from '../storage/Database.ts'
import type { Clock } from '../world.ts'
import { addMoney, sumOf } from '../money/moneySums.ts'

interface Parts {
  database: Database
  /** Adds up what happened beside the main thread: an absence may be long. */
  read: (bounds: AwayBounds) => Promise<Away>
  clock: Clock
}

/** Since when and until when the user was away, and when this run began: milliseconds since the epoch. */
interface AwayBounds {
  since: number
  until: number
  startedAt: number
}

/** Ended, or left open whether it was charged, while nobody looked; or sent in an earlier run, and noticed only in this one. */
const MEANWHILE = '> ?1 AND (%s <= ?2 OR sent_at < ?3)'

/** What became of jobs between two moments, in the query thread. */
export function readAway(database: Database, { since, until, startedAt }: AwayBounds): Away {
  const bounds = [since, until, startedAt] as const
  const rows = database.all(
    `SELECT state, count(*) AS jobs, ${sumOf('price')} AS quoted FROM jobs INDEXED BY jobs_finished
       WHERE finished_at ${MEANWHILE.replace('%s', 'finished_at')} GROUP BY state`,
    ...bounds,
  )
  const uncertain = database.get(
    `SELECT count(*) AS n FROM jobs j INDEXED BY jobs_by_state CROSS JOIN ledger l ON l.job_id = j.id
       WHERE j.state = 'uncertain' AND l.entry = 'uncertain' AND l.at ${MEANWHILE.replace('%s', 'l.at')}`,
    ...bounds,
  )
  const underWay = database.get(
    `SELECT count(*) AS n FROM jobs INDEXED BY jobs_by_state
       WHERE state IN ('sending', 'running', 'saving') AND sent_at < ?`,
    startedAt,
  )
  const of = (states: JobState[]) => rows.filter(({ state }) => states.some((one) => one === state))
  const sum = (found: Row[], column: 'jobs' | 'quoted') =>
    found.reduce((all, row) => addMoney(all, Number(row[column])), 0)
  const saved = of(['saved'])
  return {
    since,
    until,
    saved: sum(saved, 'jobs'),
    failed: sum(of(['failed', 'rejected']), 'jobs'),
    uncertain: Number(uncertain?.['n'] ?? 0),
    quoted: sum(saved, 'quoted'),
    underWay: Number(underWay?.['n'] ?? 0),
  }
}

/** What became of jobs while the person was away. */
export class Absences {
  readonly #parts: Parts
  /** What was sent before was sent by an earlier run. */
  readonly #startedAt: number

  constructor(parts: Parts) {
    this.#parts = parts
    this.#startedAt = parts.clock.now()
  }

  /** Of the absence that ends now, or of one told of before; the first time begins now, with nothing to tell. */
  async away(absence: RouteInput<'queue.away'>): Promise<RouteOutput<'queue.away'>> {
    const { clock, read } = this.#parts
    const since = absence?.since ?? this.#seenAt()
    if (since === null) {
      this.seen()
      return null
    }
    const until = absence?.until ?? clock.now()
    const away = await read({ since, until, startedAt: this.#startedAt })
    return away.saved + away.failed + away.uncertain + away.underWay > 0 ? away : null
  }

  /** The person has seen everything up to now. */
  seen(): void {
    this.#parts.database.run(
      "INSERT INTO queue_marks (name, value) VALUES ('seen', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      this.#parts.clock.now(),
    )
  }

  #seenAt(): number | null {
    const value = this.#parts.database.get("SELECT value FROM queue_marks WHERE name = 'seen'")?.['value']
    return typeof value === 'number' ? value : null
  }
}
