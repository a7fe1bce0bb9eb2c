import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { JobState } from '../../../../src-preload/contract/types/job.ts'
import type { Away } from '../../../../src-preload/contract/types/queue.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import type { Clock } from '../../world.ts'
import { addMoney, cappedSumSql } from '../../money/spend/SpendSums.ts'

interface Dependencies {
  database: Database
  /** Runs `readAway` in the query thread: the user may have been away for long. */
  read: (bounds: AwayBounds) => Promise<Away>
  clock: Clock
}

/** When the user left and returned, and when this session began: milliseconds since the epoch. */
interface AwayBounds {
  since: number
  until: number
  startedAt: number
}

/** Ended or became uncertain while the user was away; or was sent in an earlier session and noticed only in this one. */
const MEANWHILE = '> ?1 AND (%s <= ?2 OR sent_at < ?3)'

/** Counts how jobs ended between two moments. */
export function readAway(database: Database, { since, until, startedAt }: AwayBounds): Away {
  const bounds = [since, until, startedAt] as const
  const rows = database.all(
    `SELECT state, count(*) AS jobs, ${cappedSumSql('price')} AS quoted FROM jobs INDEXED BY jobs_finished
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

/** How jobs ended while the user was away. */
export class AwaySummary {
  readonly #dependencies: Dependencies
  /** Jobs sent before this belong to an earlier session. */
  readonly #startedAt: number

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#startedAt = dependencies.clock.now()
  }

  /** Summary of a given time span, or of the one since `seen`; null where nothing happened. The first call starts the first span. */
  async summarize(span: RouteInput<'queue.away'>): Promise<RouteOutput<'queue.away'>> {
    const { clock, read } = this.#dependencies
    const since = span?.since ?? this.#seenAt()
    if (since === null) {
      this.markSeen()
      return null
    }
    const until = span?.until ?? clock.now()
    const away = await read({ since, until, startedAt: this.#startedAt })
    return away.saved + away.failed + away.uncertain + away.underWay > 0 ? away : null
  }

  /** The user has seen everything up to now. */
  markSeen(): void {
    this.#dependencies.database.run(
      "INSERT INTO queue_marks (name, value) VALUES ('seen', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      this.#dependencies.clock.now(),
    )
  }

  #seenAt(): number | null {
    const value = this.#dependencies.database.get("SELECT value FROM queue_marks WHERE name = 'seen'")?.[
      'value'
    ]
    return typeof value === 'number' ? value : null
  }
}
