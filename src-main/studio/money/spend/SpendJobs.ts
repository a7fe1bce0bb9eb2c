import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { SpendJob } from '../../../../src-preload/contract/types/spend.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { CELL_KEYS, JOB_KEYS, outcomeOfEntry, type Span } from './SpendCells.ts'
import type { SpendReports } from './SpendReports.ts'
import { QUARTER_HOUR_MS } from '../../storage/database/spendQuarters.ts'

interface Dependencies {
  database: Database
  reports: SpendReports
}

/** Cursor of a page: entries before this one. */
interface Cursor {
  at: number
  id: number
}

/** The jobs behind one row of a report, newest first, each with its last ledger entry. */
export class SpendJobs {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** A page, with the same sums of the row as in the report; in slices. The caller adds the jobs themselves. */
  *page({
    period,
    by,
    key,
    before,
    limit,
  }: RouteInput<'spend.jobs'>): Generator<void, RouteOutput<'spend.jobs'>> {
    const { reports } = this.#dependencies
    const { days, ...rowReport } = yield* reports.row({ period, by, key })
    const from = parseCursor(before, days)
    const rows = yield* this.#read(days, { by, key: by === 'day' ? '' : key, limit, from })
    const last = rows.at(-1)
    return {
      ...rowReport,
      jobs: rows.map(toSpendJob),
      next: last && rows.length === limit ? `${Number(last['at'])}.${Number(last['id'])}` : null,
    }
  }

  /** Reads day by day, newest first, and only quarters with matching jobs, so that the rest of the ledger is not read. */
  *#read(days: readonly number[], query: PageQuery): Generator<void, Row[]> {
    const rows: Row[] = []
    for (let index = days.length - 1; index > 0 && rows.length < query.limit; index--) {
      const [from = 0, to = 0] = [days[index - 1], days[index]]
      if (from * QUARTER_HOUR_MS > query.from.at) continue
      rows.push(...this.#readDay({ from, to }, { ...query, limit: query.limit - rows.length }))
      yield
    }
    return rows
  }

  #readDay(day: Span, { by, key, limit, from }: PageQuery): Row[] {
    const { database } = this.#dependencies
    const quarters = database.all(
      `SELECT DISTINCT quarter FROM spend_cells WHERE quarter >= ? AND quarter <= ? AND jobs > 0 AND ${CELL_KEYS[by]} = ?
         ORDER BY quarter DESC`,
      day.from,
      Math.min(day.to - 1, Math.floor(from.at / QUARTER_HOUR_MS)),
      key,
    )
    const rows: Row[] = []
    for (const row of quarters) {
      const quarter = Number(row['quarter']) * QUARTER_HOUR_MS
      const found = database.all(
        `SELECT ledger.id, ledger.at, ledger.entry, ledger.amount, jobs.id AS job, jobs.title, jobs.state
           FROM ledger INDEXED BY ledger_by_time JOIN jobs ON jobs.id = ledger.job_id
           WHERE ledger.at >= ?1 AND ledger.at < ?2 AND (ledger.at < ?3 OR ledger.id < ?4) AND ledger.at <= ?3
             AND ledger.entry <> 'released' AND ${JOB_KEYS[by]} = ?5
             AND NOT EXISTS (SELECT 1 FROM ledger AS later WHERE later.job_id = ledger.job_id AND later.id > ledger.id)
           ORDER BY ledger.at DESC, ledger.id DESC LIMIT ?6`,
        quarter,
        quarter + QUARTER_HOUR_MS,
        from.at,
        from.id,
        key,
        limit - rows.length,
      )
      rows.push(...found)
      if (rows.length === limit) break
    }
    return rows
  }
}

type PageQuery = Pick<RouteInput<'spend.jobs'>, 'by' | 'key' | 'limit'> & { from: Cursor }

/** An invalid cursor means the first page. */
function parseCursor(before: string | null, days: readonly number[]): Cursor {
  const [at = NaN, id = NaN] = before?.split('.').map(Number) ?? []
  const first = { at: (days.at(-1) ?? 0) * QUARTER_HOUR_MS, id: Number.MAX_SAFE_INTEGER }
  return Number.isSafeInteger(at) && Number.isSafeInteger(id) ? { at, id } : first
}

function toSpendJob(row: Row): SpendJob {
  return {
    id: String(row['job']),
    at: Number(row['at']),
    kind: outcomeOfEntry(String(row['entry']), String(row['state'])),
    amount: Number(row['amount']),
    title: String(row['title']),
    job: null,
  }
}
