import { setImmediate } from 'node:timers/promises'
import { borderErrors, libraryErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { AssetDetail, Tile } from '../../../src-preload/contract/types/asset.ts'
import type { Database } from '../storage/Database.ts'
import type { describeVectors } from './describeVectors.ts'
import type { ResultContent } from './ResultContent.ts'
import { cosine, fromBlob, isVector, toBlob } from './vectors.ts'

/** Vectors held at a time while neighbours are looked for. */
const BATCH = 256

interface Parts {
  database: Database
  about: (id: string) => AssetDetail
  file: (id: string) => Promise<{ path: string }>
  tilesOf: (ids: readonly string[]) => Tile[]
  /** Reads an embedding's file. @throws StudioError `result_unread` where that takes too long. */
  read: (path: string) => Promise<ReturnType<typeof describeVectors>>
}

/** A model's vectors can be compared with its own alone. */
interface Group {
  model: string
  dimension: number
}

/** Saved embeddings: what they are, what is near them, and where they lie. */
export class Embeddings {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Keeps the mean of an embedding's vectors; to be called in the transaction that added it. */
  put(id: string, { count, mean }: NonNullable<ResultContent['vectors']>): void {
    this.#parts.database.run(
      'INSERT OR REPLACE INTO asset_vectors (asset_id, dimension, vectors, mean) VALUES (?, ?, ?, ?)',
      id,
      mean.length,
      count,
      toBlob(mean),
    )
  }

  async describe(id: string): Promise<RouteOutput<'library.embedding'>> {
    const { title, asset, recipe } = this.#parts.about(id)
    if (asset.kind !== 'embedding') throw notSupported()
    const { path } = await this.#parts.file(id)
    const described = await this.#parts.read(path)
    const input = recipe?.values['input']
    return { ...described, input: typeof input === 'string' ? input : title }
  }

  /** By cosine, nearest first; only the best and one batch of vectors are held at a time, and others have their turn between. */
  async neighbours({
    id,
    limit,
  }: RouteInput<'library.neighbours'>): Promise<RouteOutput<'library.neighbours'>> {
    this.#parts.about(id)
    const group = this.#groupOf(id)
    const own = group && this.#vectorOf(id)
    if (!group || !own) return { neighbours: [] }
    let best: { id: string; similarity: number }[] = []
    let page = this.#page(group, Number.MAX_SAFE_INTEGER, BATCH)
    for (;;) {
      const near = page.rows
        .filter((other) => other.id !== id)
        .map((other) => ({ id: other.id, similarity: cosine(own, fromBlob(other.blob)) }))
      best = [...best, ...near].sort((a, b) => b.similarity - a.similarity).slice(0, limit)
      if (page.next === null) break
      await setImmediate()
      page = this.#page(group, page.next, BATCH)
    }
    const tiles = new Map(this.#parts.tilesOf(best.map(({ id }) => id)).map((tile) => [tile.id, tile]))
    return {
      neighbours: best.flatMap(({ id, similarity }) => {
        const tile = tiles.get(id)
        return tile ? [{ tile, similarity }] : []
      }),
    }
  }

  /** A page of the embeddings of one model, newest first; those of `id`'s, or of the model with the most. */
  map({ id, before, limit }: RouteInput<'library.map'>): RouteOutput<'library.map'> {
    const end = before === null ? Number.MAX_SAFE_INTEGER : Number(before)
    if (!Number.isSafeInteger(end)) throw new StudioError({ code: borderErrors.invalidInput, money: 'none' })
    const group = id === undefined ? this.#largestGroup() : this.#groupOf(id)
    if (!group) return { points: [], dimension: 0, vectors: '', next: null }
    const { rows, next } = this.#page(group, end, limit)
    const titles = new Map(this.#parts.tilesOf(rows.map(({ id }) => id)).map(({ id, title }) => [id, title]))
    return {
      points: rows.map(({ id }) => ({ id, title: titles.get(id) ?? '' })),
      dimension: group.dimension,
      vectors: Buffer.concat(rows.map(({ blob }) => blob)).toString('base64'),
      next: next === null ? null : String(next),
    }
  }

  #groupOf(id: string): Group | null {
    return toGroup(
      this.#parts.database.get(
        `SELECT coalesce(j.model_slug, '') AS model, v.dimension FROM asset_vectors v JOIN assets a ON a.id = v.asset_id
           LEFT JOIN jobs j ON j.id = a.job_id WHERE v.asset_id = ?`,
        id,
      ),
    )
  }

  #largestGroup(): Group | null {
    return toGroup(
      this.#parts.database.get(
        `SELECT coalesce(j.model_slug, '') AS model, v.dimension FROM asset_vectors v JOIN assets a ON a.id = v.asset_id
           LEFT JOIN jobs j ON j.id = a.job_id WHERE a.trashed_at IS NULL AND a.role = 'result'
           GROUP BY 1, 2 ORDER BY count(*) DESC, max(a.seq) DESC LIMIT 1`,
      ),
    )
  }

  #vectorOf(id: string): Float32Array | null {
    const row = this.#parts.database.get('SELECT dimension, mean FROM asset_vectors WHERE asset_id = ?', id)
    const mean = row?.['mean']
    return isVector(mean, Number(row?.['dimension'])) ? fromBlob(mean) : null
  }

  /** Of a group, newest first, those before a place; what is in the trash is not there. */
  #page({ model, dimension }: Group, before: number, limit: number) {
    const found = this.#parts.database.all(
      `SELECT a.seq, a.id, v.mean FROM asset_vectors v JOIN assets a ON a.id = v.asset_id
         LEFT JOIN jobs j ON j.id = a.job_id
         WHERE a.seq < ? AND a.trashed_at IS NULL AND a.role = 'result' AND v.dimension = ?
           AND coalesce(j.model_slug, '') = ? ORDER BY a.seq DESC LIMIT ?`,
      before,
      dimension,
      model,
      limit + 1,
    )
    const rows = found.slice(0, limit).flatMap(({ id, mean }) => {
      return isVector(mean, dimension) ? [{ id: String(id), blob: mean }] : []
    })
    return { rows, next: found.length > limit ? Number(found[limit - 1]?.['seq']) : null }
  }
}

const toGroup = (row: Record<string, unknown> | undefined): Group | null =>
  row ? { model: String(row['model']), dimension: Number(row['dimension']) } : null

const notSupported = (): StudioError => new StudioError({ code: libraryErrors.notSupported, money: 'none' })
