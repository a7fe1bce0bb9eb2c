import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Database, Row } from '../storage/Database.ts'
import { makeFolder } from '../storage/makeFolder.ts'
import type { Clock } from '../world.ts'
import { csvDollars, csvLine } from './csvLine.ts'
import { localDay } from './localDay.ts'
import type { SpendReports } from './SpendReports.ts'
import { QUARTER_MS } from './SpendSums.ts'
import type { Media } from '../Studio.ts'

/** Few enough that no page holds up the studio or fills its memory. */
const PAGE = 200
/** An export may be saved for so long. */
const LIFE_MS = 3_600_000
const BOM = '\uFEFF'
const HEAD =
  'time day task model connection collection batch request_id state quote quoted settled under_way refunded refund_unconfirmed uncertain files title'

interface Parts {
  database: Database
  reports: SpendReports
  /** Where exports lie until they are saved. */
  folder: string
  operationName: (id: string) => string
  clock: Clock
  uuid: () => string
  /** IANA name; the system's own where left out. */
  timeZone?: string
}

/** Writes the jobs of a period to files, page by page: a hundred thousand of them never sit in memory. */
export class SpendExports {
  readonly #parts: Parts
  readonly #names = new Map<string, string>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async write({ period, bom }: RouteInput<'spend.export'>): Promise<RouteOutput<'spend.export'>> {
    const { folder, reports, uuid } = this.#parts
    makeFolder(folder)
    await this.#removeOld()
    const id = uuid()
    const { from, to, span } = reports.days(period)
    const file = await open(this.#path(id), 'wx', 0o600)
    let jobs = 0
    try {
      await file.write(`${bom ? BOM : ''}${csvLine(HEAD.split(' '))}`)
      for (const lines of this.#pages(span)) {
        await file.write(lines.join(''))
        jobs += lines.length
      }
    } finally {
      await file.close()
    }
    const days = from === to ? from : `${from}-to-${to}`
    const fileName = `easel-spend-${days}.csv`
    this.#names.set(id, fileName)
    return { id, fileName, jobs }
  }

  /** The file of an export; null where there is none any more. */
  async find(id: string): Promise<Media | null> {
    const fileName = this.#names.get(id)
    const path = this.#path(id)
    const found = fileName === undefined ? null : await stat(path).catch(() => null)
    return found && fileName !== undefined ? { mime: 'text/csv', fileName, path, bytes: found.size } : null
  }

  async close(): Promise<void> {
    await rm(this.#parts.folder, { recursive: true, force: true }).catch(() => {})
  }

  #path(id: string): string {
    return join(this.#parts.folder, `${id}.csv`)
  }

  async #removeOld(): Promise<void> {
    const { folder, clock } = this.#parts
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => null)
      if (found && clock.now() - found.mtimeMs > LIFE_MS) await rm(path, { force: true })
    }
  }

  /** Lines by the time of each job's last entry, as the ledger was when the first page was read. */
  *#pages({ from, to }: { from: number; to: number }): Generator<string[]> {
    const { database } = this.#parts
    const newest = Number(database.get('SELECT max(id) AS id FROM ledger')?.['id'] ?? 0)
    let last: { at: number; id: number } = { at: from * QUARTER_MS, id: -1 }
    while (true) {
      const rows = database.all(
        PAGE_SQL,
        last.at,
        last.id,
        Math.min(to * QUARTER_MS, Number.MAX_SAFE_INTEGER),
        newest,
      )
      yield rows.map((row) => this.#line(row))
      const end = rows.at(-1)
      if (!end || rows.length < PAGE) return
      last = { at: Number(end['at']), id: Number(end['id']) }
    }
  }

  #line(row: Row): string {
    const { operationName, timeZone } = this.#parts
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
}

const PAGE_SQL = `SELECT l.id, l.at, l.entry, l.amount, j.operation, j.model_name, j.connection_name, j.request_id, j.state,
    j.price, j.title,
    (SELECT name FROM collections WHERE id = j.collection_id) AS collection,
    (SELECT name FROM batches WHERE id = j.batch_id) AS batch,
    (SELECT group_concat(path, '; ') FROM assets WHERE job_id = j.id AND role <> 'input') AS files
  FROM ledger l JOIN jobs j ON j.id = l.job_id
  WHERE l.at >= ?1 AND (l.at > ?1 OR l.id > ?2) AND l.at < ?3 AND l.id <= ?4
    AND NOT EXISTS (SELECT 1 FROM ledger n WHERE n.job_id = l.job_id AND n.id > l.id AND n.id <= ?4)
  ORDER BY l.at, l.id LIMIT ${PAGE}`
