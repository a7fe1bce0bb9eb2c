import { setImmediate } from 'node:timers/promises'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { DoomedFiles } from '../library/DoomedFiles.ts'
import { thumbName } from '../library/ThumbStore.ts'
import type { Database, Row } from '../storage/Database.ts'
import type { Clock, Log } from '../world.ts'
import { textsIn } from './textsIn.ts'
import type { Turns } from './Turns.ts'

const DAY_MS = 86_400_000
/** Given back by nobody for so long, an unused input is removed without being asked for. */
const GRACE_MS = 7 * DAY_MS
/** The start, and what a person does first, are over by then. */
const QUIET_MS = 10 * 60_000
/** Asked for by nobody for so long, an input is out of sight; a form that is left open keeps its inputs as a draft. */
const IN_SIGHT_MS = DAY_MS
/** Jobs read in one go. */
const JOBS = 2000

type Usage = Omit<RouteOutput<'inputs.usage'>, 'found'>

interface Parts {
  database: Database
  doomed: DoomedFiles
  /** Shared with the taking in of files: what is being brought in anew is not deleted meanwhile. */
  turns: Turns
  /** The draft kept for the next start. */
  draft: () => unknown
  onRemoved: () => void
  clock: Clock
  log: Log
}

interface Candidate {
  id: string
  path: string
  bytes: number
  hasThumb: boolean
}

/** No job took it in, nothing was cut out of it, and the person did not mark it as kept. */
const UNUSED = `a.role = 'input' AND a.starred_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM job_inputs WHERE asset_id = a.id)
  AND NOT EXISTS (SELECT 1 FROM assets cut WHERE cut.source_id = a.id)
  AND NOT EXISTS (SELECT 1 FROM collection_assets WHERE asset_seq = a.seq)`

/** Inputs that nothing refers to: no job, no recipe, no draft, and no form or preview of this sitting. */
export class UnusedInputs {
  readonly #parts: Parts
  /** When each was last brought in, or asked for by a form, a price or a preview; the longest ago first. */
  readonly #inSight = new Map<string, number>()
  #cancel: (() => void) | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Somebody looks at this asset as something to take in. */
  note(id: string): void {
    const now = this.#parts.clock.now()
    this.#inSight.delete(id)
    this.#inSight.set(id, now)
    for (const [old, at] of this.#inSight) {
      if (now - at <= IN_SIGHT_MS) break
      this.#inSight.delete(old)
    }
  }

  /** Removes what has long been unused, at a quiet moment after the start and once a day after that. */
  start(): void {
    this.#wait(QUIET_MS)
  }

  stop(): void {
    this.#cancel?.()
  }

  async usage(): Promise<Usage> {
    const all = this.#parts.database.get(
      "SELECT count(*) AS files, coalesce(sum(bytes), 0) AS bytes FROM assets WHERE role = 'input'",
    )
    const unused = await this.#unused(0)
    return {
      files: Number(all?.['files']),
      bytes: Number(all?.['bytes']),
      unusedFiles: unused.length,
      unusedBytes: sizeOf(unused),
    }
  }

  /** Removes unused inputs last given longer ago than `ageMs`; answers what was removed. */
  clean(ageMs = 0): Promise<RouteOutput<'inputs.clean'>> {
    const { database, doomed, turns, onRemoved, log } = this.#parts
    return turns.take(async () => {
      const candidates = await this.#unused(ageMs)
      const gone = database.transaction(() => {
        const kept = this.#keptByDraft()
        // Jobs and previews begun while it was looked for have asked for their files.
        const still = candidates.filter(
          ({ id }) =>
            !this.#inSight.has(id) &&
            !kept.has(id) &&
            database.get(`SELECT 1 FROM assets a WHERE a.id = ? AND ${UNUSED}`, id),
        )
        for (const { id, path, hasThumb } of still) {
          doomed.add('inputs', path)
          if (hasThumb) doomed.add('thumbs', thumbName(id))
          database.run('DELETE FROM assets WHERE id = ?', id)
        }
        return still
      })
      await doomed.delete(['inputs', 'thumbs'])
      if (gone.length > 0) {
        log.info('Removed unused inputs', { files: gone.length, bytes: sizeOf(gone) })
        onRemoved()
      }
      return { deleted: gone.length, bytes: sizeOf(gone) }
    })
  }

  #wait(ms: number): void {
    const { clock, log } = this.#parts
    this.#cancel = clock.after(ms, () => {
      this.clean(GRACE_MS).catch((error: unknown) =>
        log.warn('Unused inputs were not removed', { error: String(error) }),
      )
      this.#wait(DAY_MS)
    })
  }

  async #unused(ageMs: number): Promise<Candidate[]> {
    const { database, clock } = this.#parts
    const rows = database.all(
      `SELECT a.id, a.path, a.bytes, a.has_thumb FROM assets a WHERE ${UNUSED} AND a.created_at <= ?`,
      clock.now() - ageMs,
    )
    const kept = this.#keptByDraft()
    const candidates = rows.map(toCandidate).filter(({ id }) => !this.#inSight.has(id) && !kept.has(id))
    const named = await this.#namedInRecipes(candidates.map(({ id }) => id))
    return candidates.filter(({ id }) => !named.has(id))
  }

  #keptByDraft(): ReadonlySet<string> {
    return textsIn(this.#parts.draft())
  }

  /** Recipes keep hidden fields too, whose files were not sent. */
  async #namedInRecipes(ids: readonly string[]): Promise<Set<string>> {
    const named = new Set<string>()
    if (ids.length === 0) return named
    const { database } = this.#parts
    const last = Number(database.get('SELECT max(seq) AS seq FROM jobs')?.['seq'] ?? 0)
    const given = JSON.stringify(ids)
    for (let from = 0; from <= last; from += JOBS) {
      const rows = database.all(
        `SELECT DISTINCT v.value AS id FROM jobs j,
           json_tree(CASE WHEN json_valid(j.form_values) THEN j.form_values ELSE '{}' END) v
           WHERE j.seq > ? AND j.seq <= ? AND v.type = 'text' AND v.value IN (SELECT value FROM json_each(?))`,
        from,
        from + JOBS,
        given,
      )
      for (const { id } of rows) named.add(String(id))
      await setImmediate()
    }
    return named
  }
}

const toCandidate = (row: Row): Candidate => ({
  id: String(row['id']),
  path: String(row['path']),
  bytes: Number(row['bytes']),
  hasThumb: row['has_thumb'] === 1,
})

const sizeOf = (files: readonly { bytes: number }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)
