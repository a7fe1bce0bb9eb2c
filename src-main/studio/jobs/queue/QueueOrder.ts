import type { Database } from '../../storage/database/Database.ts'

type Target = 'front' | 'back' | { before: string }

/** Ranks closer than this are renumbered. */
const TOO_CLOSE = 1e-6

/** The order of sending, and holds in it. */
export class QueueOrder {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Moves unsent jobs inside their own lanes, keeping their relative order. Returns how many moved. `before` a job of another
   * lane means the front or the back of their own.
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
    this.#database.run(
      `UPDATE jobs SET rank = ? + ? * (moving.key + 1) FROM json_each(?) AS moving WHERE jobs.seq = moving.value`,
      low,
      step,
      JSON.stringify(moving),
    )
  }

  /** The ranks between which the moving jobs go, leaving the moving jobs out. */
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

  /** Renumbers the unsent jobs of a lane with whole ranks, keeping their order. */
  #deal(lane: number): void {
    this.#database.run(
      `UPDATE jobs SET rank = dealt.n FROM (SELECT seq, row_number() OVER (ORDER BY rank, seq) AS n FROM jobs
         WHERE state = 'queued' AND lane = ?) AS dealt WHERE jobs.seq = dealt.seq`,
      lane,
    )
  }

  /** Holds or releases the unsent jobs of a batch. */
  hold(batchId: string, held: boolean): void {
    this.#database.run(
      "UPDATE jobs SET held = ? WHERE batch_id = ? AND state IN ('queued', 'sending')",
      held ? 1 : 0,
      batchId,
    )
  }

  /** Unsent jobs of a list or of a batch, in the order of sending. */
  unsent(of: { ids: readonly string[] } | { batch: string }): { id: string; price: number }[] {
    const rows =
      'ids' in of
        ? this.#database.all(
            "SELECT id, price FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND state = 'queued' ORDER BY lane, rank, seq",
            JSON.stringify(of.ids),
          )
        : this.#database.all(
            "SELECT id, price FROM jobs WHERE batch_id = ? AND state = 'queued' ORDER BY lane, rank, seq",
            of.batch,
          )
    return rows.map(({ id, price }) => ({ id: String(id), price: Number(price ?? 0) }))
  }
}
