import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import type { SpendJob } from '../../../src-preload/contract/types/spend.ts'
import type { Database, Row } from '../storage/Database.ts'
import { CELL_KEYS, JOB_KEYS, kindOfEntry, type Span } from './SpendCells.ts'
import type { SpendReports } from './SpendReports.ts'
import { QUARTER_MS } from './SpendSums.ts'

interface Parts {
  database: Database
  reports: SpendReports
  /** Jobs by id; those that can't be read any more are left out. */
  show: (ids: string[]) => Job[]
}

/** Where a page begins: before this entry of the ledger. */
interface Place {
  at: number
  id: number
}

/** The jobs behind one row of a report, newest first, each with what the ledger last says of it. */
export class SpendJobs {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A page of them with the row's own sums, which are those of the report. */
  page({ period, by, key, before, limit }: RouteInput<'spend.jobs'>): RouteOutput<'spend.jobs'> {
    const { reports, show } = this.#parts
    const { span, ...head } = reports.row({ period, by, key })
    const rows = this.#read(span, { by, key: by === 'day' ? '' : key, limit, from: placeOf(before, span) })
    const jobs = new Map(show(rows.map(({ job }) => String(job))).map((job) => [job.id, job]))
    const last = rows.at(-1)
    return {
      ...head,
      jobs: rows.map((row) => toSpendJob(row, jobs.get(String(row['job'])) ?? null)),
      next: last && rows.length === limit ? `${Number(last['at'])}.${Number(last['id'])}` : null,
    }
  }

  /** Quarter by quarter, and only those that hold any of them: the rest of the ledger is not read. */
  #read(
    span: Span,
    { by, key, limit, from }: Pick<RouteInput<'spend.jobs'>, 'by' | 'key' | 'limit'> & { from: Place },
  ): Row[] {
    const { database } = this.#parts
    const quarters = database.all(
      `SELECT DISTINCT quarter FROM spend_cells WHERE quarter >= ? AND quarter <= ? AND jobs > 0 AND ${CELL_KEYS[by]} = ?
         ORDER BY quarter DESC LIMIT ?`,
      span.from,
      Math.min(span.to - 1, Math.floor(from.at / QUARTER_MS)),
      key,
      // That of the place itself may be read to its end.
      limit + 1,
    )
    const rows: Row[] = []
    for (const row of quarters) {
      const quarter = Number(row['quarter']) * QUARTER_MS
      const found = database.all(
        `SELECT l.id, l.at, l.entry, l.amount, j.id AS job, j.title, j.state
           FROM ledger l INDEXED BY ledger_by_time JOIN jobs j ON j.id = l.job_id
           WHERE l.at >= ?1 AND l.at < ?2 AND (l.at < ?3 OR l.id < ?4) AND l.at <= ?3 AND l.entry <> 'released'
             AND NOT EXISTS (SELECT 1 FROM ledger n WHERE n.job_id = l.job_id AND n.id > l.id) AND ${JOB_KEYS[by]} = ?5
           ORDER BY l.at DESC, l.id DESC LIMIT ?6`,
        quarter,
        quarter + QUARTER_MS,
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

/** What is no place is the beginning. */
function placeOf(before: string | null, span: Span): Place {
  const [at = NaN, id = NaN] = before?.split('.').map(Number) ?? []
  const first = { at: Math.min(span.to * QUARTER_MS, Number.MAX_SAFE_INTEGER), id: Number.MAX_SAFE_INTEGER }
  return Number.isSafeInteger(at) && Number.isSafeInteger(id) ? { at, id } : first
}

function toSpendJob(row: Row, job: Job | null): SpendJob {
  return {
    id: String(row['job']),
    at: Number(row['at']),
    kind: kindOfEntry(String(row['entry']), String(row['state'])),
    amount: Number(row['amount']),
    title: String(row['title']),
    job,
  }
}
