import { libraryErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { AssetDetail, Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { Database } from '../../storage/database/Database.ts'
import { type describeVectors, toBlob } from './vectors.ts'
import type { Neighbour } from './embeddingSpace.ts'
import type { ResultContent } from './ResultContent.ts'

interface Dependencies {
  database: Database
  about: (id: string) => AssetDetail
  file: (id: string) => Promise<{ path: string }>
  tilesOf: (ids: readonly string[]) => Tile[]
  /** Reads all vectors of a model in a worker thread. */
  space: {
    nearest: (input: RouteInput<'library.neighbours'>) => Promise<Neighbour[]>
    map: (input: RouteInput<'library.map'>) => Promise<RouteOutput<'library.map'>>
  }
  /** Reads an embedding's file. @throws StudioError `result_unread` on a timeout. */
  read: (path: string) => Promise<ReturnType<typeof describeVectors>>
}

/** Saved embeddings: their description, nearest neighbours and map. */
export class Embeddings {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Stores the mean of an embedding's vectors. Call it in the transaction that adds the asset. */
  put(id: string, { count, mean }: NonNullable<ResultContent['vectors']>): void {
    this.#dependencies.database.run(
      'INSERT OR REPLACE INTO asset_vectors (asset_id, dimension, vectors, mean) VALUES (?, ?, ?, ?)',
      id,
      mean.length,
      count,
      toBlob(mean),
    )
  }

  async describe(id: string): Promise<RouteOutput<'library.embedding'>> {
    const { title, asset, parameters } = this.#dependencies.about(id)
    if (asset.kind !== 'embedding') throw notSupported()
    const { path } = await this.#dependencies.file(id)
    const described = await this.#dependencies.read(path)
    const input = parameters?.values['input']
    return { ...described, input: typeof input === 'string' ? input : title }
  }

  /** The nearest embeddings by cosine similarity, nearest first. */
  async neighbours({
    id,
    limit,
  }: RouteInput<'library.neighbours'>): Promise<RouteOutput<'library.neighbours'>> {
    this.#dependencies.about(id)
    const best = await this.#dependencies.space.nearest({ id, limit })
    const tiles = new Map(this.#dependencies.tilesOf(best.map(({ id }) => id)).map((tile) => [tile.id, tile]))
    return {
      neighbours: best.flatMap(({ id, similarity }) => {
        const tile = tiles.get(id)
        return tile ? [{ tile, similarity }] : []
      }),
    }
  }

  /** A page of the embeddings of one model, newest first: the model of `id`, or the model with the most embeddings. */
  map(input: RouteInput<'library.map'>): Promise<RouteOutput<'library.map'>> {
    return this.#dependencies.space.map(input)
  }
}

const notSupported = (): StudioError => new StudioError({ code: libraryErrors.notSupported, money: 'none' })
