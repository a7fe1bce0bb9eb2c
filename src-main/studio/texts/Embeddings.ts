import { readFile } from 'node:fs/promises'
import { libraryErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { AssetDetail, Tile } from '../../../src-preload/contract/types/asset.ts'
import type { Database } from '../storage/Database.ts'
import { projectToPlane } from './projectToPlane.ts'
import { readEmbedding } from './readEmbedding.ts'
import { cosine, fromBlob, meanOf, normOf, toBlob } from './vectors.ts'

const PREVIEW = 64
/** Vectors held at a time while neighbours are looked for. */
const BATCH = 256
/** Newest points of a map: more could not be told apart, and would take long. */
const MOST_POINTS = 600

interface Parts {
  database: Database
  about: (id: string) => AssetDetail
  file: (id: string) => Promise<{ path: string }>
  tilesOf: (ids: readonly string[]) => Tile[]
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
  put(id: string, vectors: readonly number[][]): void {
    const mean = meanOf(vectors)
    this.#parts.database.run(
      'INSERT OR REPLACE INTO asset_vectors (asset_id, dimension, vectors, mean) VALUES (?, ?, ?, ?)',
      id,
      mean.length,
      vectors.length,
      toBlob(mean),
    )
  }

  async describe(id: string): Promise<RouteOutput<'library.embedding'>> {
    const { title, asset, recipe } = this.#parts.about(id)
    if (asset.kind !== 'embedding') throw notSupported()
    const { path } = await this.#parts.file(id)
    const vectors = readEmbedding(await readFile(path, 'utf8')) ?? []
    const first = vectors[0] ?? []
    const input = recipe?.values['input']
    return {
      vectors: vectors.length,
      dimension: first.length,
      norm: normOf(first),
      preview: first.slice(0, PREVIEW),
      input: typeof input === 'string' ? input : title,
    }
  }

  /** By cosine, nearest first; only the best and one batch of vectors are held at a time. */
  neighbours({ id, limit }: RouteInput<'library.neighbours'>): RouteOutput<'library.neighbours'> {
    this.#parts.about(id)
    const group = this.#groupOf(id)
    const own = group && this.#vectorOf(id)
    if (!group || !own) return { neighbours: [] }
    let best: { id: string; similarity: number }[] = []
    for (const batch of this.#batches(group)) {
      const near = batch
        .filter((other) => other.id !== id)
        .map((other) => ({ id: other.id, similarity: cosine(own, other.vector) }))
      best = [...best, ...near].sort((a, b) => b.similarity - a.similarity).slice(0, limit)
    }
    const tiles = new Map(this.#parts.tilesOf(best.map(({ id }) => id)).map((tile) => [tile.id, tile]))
    return {
      neighbours: best.flatMap(({ id, similarity }) => {
        const tile = tiles.get(id)
        return tile ? [{ tile, similarity }] : []
      }),
    }
  }

  /** The newest embeddings of one model in the plane; those of `id`'s, or of the model with the most. */
  map({ id }: RouteInput<'library.map'>): RouteOutput<'library.map'> {
    const group = id === undefined ? this.#largestGroup() : this.#groupOf(id)
    if (!group) return { points: [] }
    const shown: { id: string; vector: Float32Array }[] = []
    for (const batch of this.#batches(group)) {
      shown.push(...batch)
      if (shown.length >= MOST_POINTS) break
    }
    shown.splice(MOST_POINTS)
    const places = projectToPlane(shown.map(({ vector }) => vector))
    const titles = new Map(this.#parts.tilesOf(shown.map(({ id }) => id)).map(({ id, title }) => [id, title]))
    return {
      points: shown.map(({ id }, at) => ({
        id,
        title: titles.get(id) ?? '',
        ...(places[at] ?? { x: 0, y: 0 }),
      })),
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
    return row ? fromBlob(row['mean'], Number(row['dimension'])) : null
  }

  /** All of a group, newest first; what is in the trash is not there. */
  *#batches({ model, dimension }: Group): Generator<{ id: string; vector: Float32Array }[]> {
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const rows = this.#parts.database.all(
        `SELECT a.seq, a.id, v.mean FROM asset_vectors v JOIN assets a ON a.id = v.asset_id
           LEFT JOIN jobs j ON j.id = a.job_id
           WHERE a.seq < ? AND a.trashed_at IS NULL AND a.role = 'result' AND v.dimension = ?
             AND coalesce(j.model_slug, '') = ? ORDER BY a.seq DESC LIMIT ?`,
        before,
        dimension,
        model,
        BATCH,
      )
      yield rows.flatMap((row) => {
        const vector = fromBlob(row['mean'], dimension)
        return vector ? [{ id: String(row['id']), vector }] : []
      })
      if (rows.length < BATCH) return
      before = Number(rows.at(-1)?.['seq'])
    }
  }
}

const toGroup = (row: Record<string, unknown> | undefined): Group | null =>
  row ? { model: String(row['model']), dimension: Number(row['dimension']) } : null

const notSupported = (): StudioError => new StudioError({ code: libraryErrors.notSupported, money: 'none' })
