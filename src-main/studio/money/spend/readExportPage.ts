import { csvDollars, csvLine } from '../../csv.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { localDay } from './calendar.ts'

/** Jobs per page of an export. */
const PAGE_SIZE = 1000

/** Cursor of a page of an export: entries after this one. */
export interface ExportCursor {
  at: number
  id: number
  /** The end of the period in ms since the epoch, which is not included. */
  to: number
  /** Id of the newest entry when the export started; null for the first page, which reads it. */
  newest: number | null
}

/** The lines of some jobs, and where the next page begins; null on the last page. */
export interface ExportPage {
  text: string
  jobs: number
  next: ExportCursor | null
}

interface LineFormat {
  operationName: (id: string) => string
  /** IANA name; default: that of the system. */
  timeZone?: string | undefined
}

/** The lines of a page, ordered by the time of each job's last entry. Entries written after the first page was read are left out. */
export function readExportPage(database: Database, cursor: ExportCursor, format: LineFormat): ExportPage {
  const newest = cursor.newest ?? Number(database.get('SELECT max(id) AS id FROM ledger')?.['id'] ?? 0)
  const to = Math.min(cursor.to, Number.MAX_SAFE_INTEGER)
  const rows = database.all(LINES_SQL, cursor.at, cursor.id, to, newest)
  const end = rows.at(-1)
  return {
    text: rows.map((row) => lineOf(row, format)).join(''),
    jobs: rows.length,
    next:
      end && rows.length === PAGE_SIZE
        ? { at: Number(end['at']), id: Number(end['id']), to: cursor.to, newest }
        : null,
  }
}

function lineOf(row: Row, { operationName, timeZone }: LineFormat): string {
  const text = (name: string): string => String(row[name] ?? '')
  const at = Number(row['at'])
  const isOpen = row['state'] === 'running' || row['state'] === 'vanished'
  const sum = (entry: string, counts = true): string =>
    row['entry'] === entry && counts ? csvDollars(Number(row['amount'])) : ''
  return csvLine([
    new Date(at).toISOString(),
    localDay(at, timeZone),
    operationName(text('operation')),
    text('model_name'),
    text('connection_name'),
    text('collection'),
    text('batch'),
    text('request_id'),
    text('state'),
    row['price'] === null ? '' : csvDollars(Number(row['price'])),
    sum('quoted'),
    sum('accepted', !isOpen),
    sum('accepted', isOpen),
    sum('refunded'),
    sum('unconfirmed'),
    sum('uncertain'),
    text('files'),
    text('title'),
  ])
}

const LINES_SQL = `SELECT ledger.id, ledger.at, ledger.entry, ledger.amount, jobs.operation, jobs.model_name, jobs.connection_name,
    jobs.request_id, jobs.state, jobs.price, jobs.title,
    (SELECT coalesce(deleted_name, name) FROM collections WHERE id = jobs.collection_id) AS collection,
    (SELECT name FROM batches WHERE id = jobs.batch_id) AS batch,
    (SELECT group_concat(path, '; ') FROM assets WHERE job_id = jobs.id AND role <> 'input') AS files
  FROM ledger JOIN jobs ON jobs.id = ledger.job_id
  WHERE ledger.at >= ?1 AND (ledger.at > ?1 OR ledger.id > ?2) AND ledger.at < ?3 AND ledger.id <= ?4
    AND NOT EXISTS
      (SELECT 1 FROM ledger AS later WHERE later.job_id = ledger.job_id AND later.id > ledger.id AND later.id <= ?4)
  ORDER BY ledger.at, ledger.id LIMIT ${PAGE_SIZE}`
