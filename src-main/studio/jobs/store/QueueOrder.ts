import type { Database, Row } from '../../storage/database/Database.ts'

type Target = 'front' | 'back' | { before: string }

/** If moved jobs would get ranks closer than this, all ranks are renumbered first. */
const MIN_RANK_GAP = 1e-6

/** The order in which unsent jobs are sent, and which of them are on hold. */
export class QueueOrder {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Moves unsent jobs among those of the same priority, keeping their relative order. Returns how many were moved. If `before` is a
   * job of another priority, they move to the end of their own priority that is nearer to it. If it is no longer unsent, they move
   * to the front.
   */
  move(ids: readonly string[], to: Target): number {
    return this.#database.transaction(() => {
      let moved = 0
      for (const priority of [0, 1]) {
        const rows = this.#database.all(
          `SELECT seq FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND state = 'queued' AND priority = ?
             ORDER BY rank, seq`,
          JSON.stringify(ids),
          priority,
        )
        const seqs = rows.map((row) => Number(row['seq']))
        if (seqs.length > 0) this.#assignRanks(seqs, priority, to)
        moved += seqs.length
      }
      return moved
    })
  }

  #assignRanks(seqs: number[], priority: number, to: Target): void {
    let [low, high] = this.#rankGap(seqs, priority, to)
    if (high - low < MIN_RANK_GAP * (seqs.length + 1)) {
      this.#renumber(priority)
      ;[low, high] = this.#rankGap(seqs, priority, to)
    }
    const step = (high - low) / (seqs.length + 1)
    this.#database.run(
      `UPDATE jobs SET rank = ? + ? * (moved.key + 1) FROM json_each(?) AS moved WHERE jobs.seq = moved.value`,
      low,
      step,
      JSON.stringify(seqs),
    )
  }

  /** The ranks between which the moved jobs go; the moved jobs themselves are ignored. */
  #rankGap(seqs: number[], priority: number, to: Target): [number, number] {
    const others = `FROM jobs WHERE state = 'queued' AND priority = ? AND seq NOT IN (SELECT value FROM json_each(?))`
    const list = JSON.stringify(seqs)
    const ends = this.#database.get(`SELECT min(rank) AS low, max(rank) AS high ${others}`, priority, list)
    const [low, high] = [Number(ends?.['low'] ?? 0), Number(ends?.['high'] ?? 0)]
    const width = seqs.length + 1
    if (to === 'front') return [low - width, low]
    if (to === 'back') return [high, high + width]
    const target = this.#database.get('SELECT state, priority, rank, seq FROM jobs WHERE id = ?', to.before)
    if (target && Number(target['priority']) > priority) return [high, high + width]
    // A job that was sent was the first of its priority.
    if (target?.['state'] !== 'queued' || Number(target['priority']) < priority) return [low - width, low]
    const rank = Number(target['rank'])
    const before = this.#database.get(
      `SELECT rank ${others} AND (rank, seq) < (?, ?) ORDER BY rank DESC, seq DESC LIMIT 1`,
      priority,
      list,
      rank,
      Number(target['seq']),
    )
    return [before ? Number(before['rank']) : rank - width, rank]
  }

  /** Renumbers the unsent jobs of a priority with whole ranks, keeping their order. */
  #renumber(priority: number): void {
    this.#database.run(
      `UPDATE jobs SET rank = renumbered.position FROM (SELECT seq, row_number() OVER (ORDER BY rank, seq) AS position FROM jobs
         WHERE state = 'queued' AND priority = ?) AS renumbered WHERE jobs.seq = renumbered.seq`,
      priority,
    )
  }

  /**
   * Puts the unsent jobs of a batch on hold, or releases them. Includes jobs being sent, because they may be queued
   * again.
   */
  setHold(batchId: string, isHeld: boolean): void {
    this.#database.run(
      "UPDATE jobs SET held = ? WHERE batch_id = ? AND state IN ('queued', 'sending')",
      isHeld ? 1 : 0,
      batchId,
    )
  }

  /** Unsent jobs of a list or of a batch, in the order of sending; a job without a price has the price 0. */
  unsent(selection: { ids: readonly string[] } | { batch: string }): { id: string; price: number }[] {
    const rows =
      'ids' in selection
        ? this.#database.all(
            "SELECT id, price FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND state = 'queued' ORDER BY priority, rank, seq",
            JSON.stringify(selection.ids),
          )
        : this.#database.all(
            "SELECT id, price FROM jobs WHERE batch_id = ? AND state = 'queued' ORDER BY priority, rank, seq",
            selection.batch,
          )
    return rows.map(({ id, price }) => ({ id: String(id), price: Number(price ?? 0) }))
  }
}

interface QueuedFilter {
  connection: string
  operation: string
  now: number
  /** Ids of jobs that are being sent; they are left out. */
  inFlight: readonly string[]
  /** Ids of the collections that are on hold; an empty id stands for the jobs without a collection. */
  heldCollections: readonly string[]
}

/**
 * The row of the first job of a connection and operation that may be sent now. If collections are on hold, the first job of each
 * other collection is looked up in an index, so that thousands of held jobs are not read.
 */
export function findFirstQueued(
  database: Database,
  { connection, operation, now, inFlight, heldCollections }: QueuedFilter,
): Row | undefined {
  const findFirst = (index: string, condition: string, ...values: string[]): Row | undefined =>
    database.get(
      `SELECT * FROM jobs INDEXED BY ${index} WHERE state = 'queued' AND held = 0 AND connection_id = ? AND operation = ?
         ${condition} AND (waits_until IS NULL OR waits_until <= ?) AND id NOT IN (${inFlight.map(() => '?').join(', ')})
       ORDER BY priority, rank, seq LIMIT 1`,
      connection,
      operation,
      ...values,
      now,
      ...inFlight,
    )
  if (heldCollections.length === 0) return findFirst('jobs_ready', '')
  const nextCollection = (collection: string): string | undefined => {
    const row = database.get(
      `SELECT coalesce(collection_id, '') AS id FROM jobs INDEXED BY jobs_ready_in
         WHERE state = 'queued' AND held = 0 AND connection_id = ? AND operation = ? AND coalesce(collection_id, '') > ?
         ORDER BY coalesce(collection_id, '') LIMIT 1`,
      connection,
      operation,
      collection,
    )
    return typeof row?.['id'] === 'string' ? row['id'] : undefined
  }
  let best: Row | undefined
  for (
    let collection: string | undefined = '';
    collection !== undefined;
    collection = nextCollection(collection)
  ) {
    if (heldCollections.includes(collection)) continue
    const row = findFirst('jobs_ready_in', "AND coalesce(collection_id, '') = ?", collection)
    if (row && (!best || isSentBefore(row, best))) best = row
  }
  return best
}

/** Whether the job in a row of `jobs` is sent before that of another row. */
export const isSentBefore = (a: Row, b: Row): boolean =>
  a['priority'] === b['priority']
    ? Number(a['rank']) < Number(b['rank'])
    : Number(a['priority']) < Number(b['priority'])
