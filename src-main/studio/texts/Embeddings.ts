import { libraryErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { AssetDetail, Tile } from '../../../src-preload/contract/types/asset.ts'
import type { Database } from '../storage/Database.ts'
import type { describeVectors } from './describeVectors.ts'
import type { Near } from './embeddingSpace.ts'
import type { ResultContent } from './ResultContent.ts'
import { toBlob } from './vectors.ts'

interface Parts {
  database: Database
  about: (id: string) => AssetDetail
  file: (id: string) => Promise<{ path: string }>
  tilesOf: (ids: readonly string[]) => Tile[]
  /** Reads all vectors of a model, beside the main thread. */
  space: {
    nearest: (asked: RouteInput<'library.neighbours'>) => Promise<Near[]>
    map: (asked: RouteInput<'library.map'>) => Promise<RouteOutput<'library.map'>>
  }
  /** Reads an embedding's file. @throws StudioError `result_unread` where that takes too long. */
  read: (path: string) => Promise<ReturnType<typeof describeVectors>>
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

  /** By cosine, nearest first. */
  async neighbours({
    id,
    limit,
  }: RouteInput<'library.neighbours'>): Promise<RouteOutput<'library.neighbours'>> {
    this.#parts.about(id)
    const best = await this.#parts.space.nearest({ id, limit })
    const tiles = new Map(this.#parts.tilesOf(best.map(({ id }) => id)).map((tile) => [tile.id, tile]))
    return {
      neighbours: best.flatMap(({ id, similarity }) => {
        const tile = tiles.get(id)
        return tile ? [{ tile, similarity }] : []
      }),
    }
  }

  /** A page of the embeddings of one model, newest first; those of `id`'s, or of the model with the most. */
  map(asked: RouteInput<'library.map'>): Promise<RouteOutput<'library.map'>> {
    return this.#parts.space.map(asked)
  }
}

const notSupported = (): StudioError => new StudioError({ code: libraryErrors.notSupported, money: 'none' })
