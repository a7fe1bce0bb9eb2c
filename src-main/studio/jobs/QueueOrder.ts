import type { RouteInput } from '../../../src-preload/contract/routes.ts'
import type { QueueFilter } from '../../../src-preload/contract/types/queue.ts'
import type { JobState } from '../../../src-preload/contract/types/job.ts'
import type { Database, Row } from '../storage/Database.ts'
import { openStates } from './jobStates.ts'
import { newestIn } from './newestIn.ts'
import { STANDING } from './standing.ts'

type Target = 'front' | 'back' | { before: string }

/** Ranks closer than this are dealt anew. */
const TOO_CLOSE = 1e-6

/** The order of sending, what stands still in it, and its pages. */
export class QueueOrder {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Moves unsent jobs inside their own lanes, keeping the order they have among themselves; how many were moved. `before` a
   * job of another lane is the front or the back of one's own.
   */
  move(ids: readonly string[], to: Target): number {
    return this.#database.transaction(() => {
      let moved = 0
      for (const lane of [0, 1]) {
        const rows = this.#database.all(
          `SELECT seq FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND state = 'queued' AND lane = ?
             ORDER BY rank, seq`,
          JSON.stringify(ids),
          lane,
        )
        const moving = rows.map((row) => Number(row['seq']))
        if (moving.length > 0) this.#put(moving, lane, to)
        moved += moving.length
      }
      return moved
    })
  }

  #put(moving: number[], lane: number, to: Target): void {
    let [low, high] = this.#gap(moving, lane, to)
    if (high - low < TOO_CLOSE * (moving.length + 1)) {
      this.#deal(lane)
      ;[low, high] = this.#gap(moving, lane, to)
    }
    const step = (high - low) / (moving.length + 1)
    for (const [n, seq] of moving.entries())
      this.#database.run('UPDATE jobs SET rank = ? WHERE seq = ?', low + step * (n + 1), seq)
  }

  /** Between which ranks the moving ones go; the moving ones themselves do not count. */
  #gap(moving: number[], lane: number, to: Target): [number, number] {
    const others = `FROM jobs WHERE state = 'queued' AND lane = ? AND seq NOT IN (SELECT value FROM json_each(?))`
    const list = JSON.stringify(moving)
    const ends = this.#database.get(`SELECT min(rank) AS low, max(rank) AS high ${others}`, lane, list)
    const [low, high] = [Number(ends?.['low'] ?? 0), Number(ends?.['high'] ?? 0)]
    const room = moving.length + 1
    if (to === 'front') return [low - room, low]
    if (to === 'back') return [high, high + room]
    const target = this.#database.get(
      "SELECT lane, rank, seq FROM jobs WHERE id = ? AND state = 'queued'",
      to.before,
    )
    if (!target || Number(target['lane']) !== lane)
      return Number(target?.['lane'] ?? 1) > lane ? [high, high + room] : [low - room, low]
    const rank = Number(target['rank'])
    const before = this.#database.get(
      `SELECT rank ${others} AND (rank, seq) < (?, ?) ORDER BY rank DESC, seq DESC LIMIT 1`,
      lane,
      list,
      rank,
      Number(target['seq']),
    )
    return [before ? Number(before['rank']) : rank - room, rank]
  }

  /** Gives every unsent job of a lane a whole rank, in the order they have. */
  #deal(lane: number): void {
    this.#database.run(
      `UPDATE jobs SET rank = dealt.n FROM (SELECT seq, row_number() OVER (ORDER BY rank, seq) AS n FROM jobs
         WHERE state = 'queued' AND lane = ?) AS dealt WHERE jobs.seq = dealt.seq`,
      lane,
    )
  }

  /** Holds the unsent jobs of a batch back, or lets them go on. */
  hold(batchId: string, held: boolean): void {
    this.#database.run(
      "UPDATE jobs SET held = ? WHERE batch_id = ? AND state IN ('queued', 'sending')",
      held ? 1 : 0,
      batchId,
    )
  }

  /** Unsent jobs of a list or of a batch. */
  unsent(of: { ids: readonly string[] } | { batch: string }): { id: string; price: number }[] {
    const rows =
      'ids' in of
        ? this.#database.all(
            "SELECT id, price FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND state = 'queued'",
            JSON.stringify(of.ids),
          )
        : this.#database.all("SELECT id, price FROM jobs WHERE batch_id = ? AND state = 'queued'", of.batch)
    return rows.map(({ id, price }) => ({ id: String(id), price: Number(price ?? 0) }))
  }

  /** Rows of a page, but not those made again: what is unsent in the order of sending, then the rest, newest first; and where the next begins. */
  page({ states, batch, search }: QueueFilter, cursor: string | null, limit: number): Page {
    const wanted: readonly JobState[] = states ?? openStates
    const [part, a, b] = readCursor(cursor)
    const { more, values } = narrowed(batch, search)
    const rows: Row[] = []
    if (part === 'unsent' && wanted.includes('queued')) {
      const [lane, rank] = a ?? [0, Number.NEGATIVE_INFINITY]
      const seq = b ?? 0
      const sql = `SELECT * FROM jobs INDEXED BY jobs_unsent WHERE state = 'queued' AND (lane, rank, seq) > (?, ?, ?)${more}
        ORDER BY lane, rank, seq LIMIT ?`
      rows.push(...this.#database.all(sql, lane, rank, seq, ...values, limit))
      const last = rows.at(-1)
      if (last && rows.length === limit)
        return { rows, next: ['unsent', last['lane'], last['rank'], last['seq']].map(String).join(' ') }
    }
    const others = wanted.filter((state) => state !== 'queued')
    const before = part === 'rest' ? (b ?? Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER
    const left = limit - rows.length
    const rest = newestIn(this.#database, others, { batch, more, values, before, limit: left })
    const last = rest.at(-1)
    return {
      rows: [...rows, ...rest],
      next: last && rest.length === left ? `rest ${String(last['seq'])}` : null,
    }
  }

  total({ states, batch, search }: QueueFilter): number {
    const { more, values } = narrowed(batch, search)
    const row = this.#database.get(
      `SELECT count(*) AS n FROM jobs ${batch === null ? 'INDEXED BY jobs_alone_by_state' : ''}
         WHERE state IN (SELECT value FROM json_each(?))${more} AND ${STANDING}`,
      JSON.stringify(states ?? openStates),
      ...values,
    )
    return Number(row?.['n'] ?? 0)
  }
}

/** The ids of a page, where the next begins, and how many there are in all. */
export interface QueuePage {
  ids: string[]
  next: string | null
  total: number
}

/** Reads a page of the queue with its total. */
export function readQueuePage(
  database: Database,
  { filter, cursor, limit }: RouteInput<'queue.page'>,
): QueuePage {
  const order = new QueueOrder(database)
  const { rows, next } = order.page(filter, cursor, limit)
  return { ids: rows.map(({ id }) => String(id)), next, total: order.total(filter) }
}

interface Page {
  rows: Row[]
  next: string | null
}

/** What narrows a page besides its states, to be added to a condition. */
function narrowed(
  batch: string | null | undefined,
  search: string | undefined,
): { more: string; values: string[] } {
  const words = search?.trim() ?? ''
  const filter = [
    ...(typeof batch === 'string' ? [{ sql: 'batch_id = ?', value: batch }] : []),
    ...(words === ''
      ? []
      : [{ sql: "title LIKE ? ESCAPE '\\'", value: `%${words.replaceAll(/[\\%_]/gu, '\\$&')}%` }]),
  ]
  const alone = batch === null ? ' AND batch_id IS NULL' : ''
  const more = filter.map(({ sql }) => ` AND ${sql}`).join('') + alone
  return { more, values: filter.map(({ value }) => value) }
}

function readCursor(cursor: string | null): ['unsent' | 'rest', [number, number] | null, number | null] {
  const [part, ...numbers] = (cursor ?? 'unsent').split(' ')
  const [x, y, z] = numbers.map(Number)
  if (part === 'rest') return ['rest', null, x ?? null]
  return ['unsent', x === undefined || y === undefined ? null : [x, y], z ?? null]
}
