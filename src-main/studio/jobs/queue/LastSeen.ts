import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { JobState } from '../../../../src-preload/contract/types/job.ts'
import type { AwaySummary } from '../../../../src-preload/contract/types/queue.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import type { Clock } from '../../world.ts'
import { addMoney, cappedSumSql } from '../../money/spend/SpendSums.ts'

interface Dependencies {
  database: Database
  /** Runs `readAwaySummary` in the query thread, because its cost grows with the time that the user was away. */
  read: (bounds: AwayBounds) => Promise<AwaySummary>
  clock: Clock
}

/** Milliseconds since the epoch. */
interface AwayBounds {
  /** When the user left. */
  since: number
  /** When the user returned. */
  until: number
  /** When this session of the program began. */
  startedAt: number
}

/**
 * SQL condition: the time in a column lies between leaving and returning. A later time counts too for a job that an earlier session sent,
 * because only this session noticed its end.
 */
const whileAway = (column: string): string => `${column} > ?1 AND (${column} <= ?2 OR sent_at < ?3)`

/** Counts how jobs ended between two moments. */
export function readAwaySummary(database: Database, { since, until, startedAt }: AwayBounds): AwaySummary {
  const bounds = [since, until, startedAt] as const
  const rows = database.all(
    `SELECT state, count(*) AS jobs, ${cappedSumSql('price')} AS quoted FROM jobs INDEXED BY jobs_finished
       WHERE ${whileAway('finished_at')} GROUP BY state`,
    ...bounds,
  )
  const uncertain = database.get(
    `SELECT count(*) AS jobs FROM jobs INDEXED BY jobs_by_state CROSS JOIN ledger ON ledger.job_id = jobs.id
       WHERE jobs.state = 'uncertain' AND ledger.entry = 'uncertain' AND ${whileAway('ledger.at')}`,
    ...bounds,
  )
  const inProgress = database.get(
    `SELECT count(*) AS jobs FROM jobs INDEXED BY jobs_by_state
       WHERE state IN ('sending', 'running', 'saving') AND sent_at < ?`,
    startedAt,
  )
  const inStates = (states: JobState[]) => rows.filter(({ state }) => states.some((one) => one === state))
  const sum = (found: Row[], column: 'jobs' | 'quoted') =>
    found.reduce((total, row) => addMoney(total, Number(row[column])), 0)
  const saved = inStates(['saved'])
  return {
    since,
    until,
    saved: sum(saved, 'jobs'),
    failed: sum(inStates(['failed', 'rejected']), 'jobs'),
    uncertain: Number(uncertain?.['jobs'] ?? 0),
    quoted: sum(saved, 'quoted'),
    inProgress: Number(inProgress?.['jobs'] ?? 0),
  }
}

/** When the user last saw the queue, and how jobs ended since then. */
export class LastSeen {
  readonly #dependencies: Dependencies
  /** Jobs sent before this belong to an earlier session. */
  readonly #startedAt: number

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#startedAt = dependencies.clock.now()
  }

  /**
   * Summarizes a time span, or the time since the last `markSeen`; null if nothing happened. If `markSeen` was never
   * called, it only marks the current time.
   */
  async summarize(span: RouteInput<'queue.away_summary'>): Promise<RouteOutput<'queue.away_summary'>> {
    const { clock, read } = this.#dependencies
    const since = span?.since ?? this.#seenAt()
    if (since === null) {
      this.markSeen()
      return null
    }
    const until = span?.until ?? clock.now()
    const away = await read({ since, until, startedAt: this.#startedAt })
    return away.saved + away.failed + away.uncertain + away.inProgress > 0 ? away : null
  }

  /** Records that the user has seen everything up to now. */
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
