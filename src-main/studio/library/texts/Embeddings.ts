import { libraryErrors, StudioError } from '../../../../src-preload/contract/errors.ts'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { AssetDetail, Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { Database } from '../../storage/database/Database.ts'
import { type describeVectors, toBlob } from './vectors.ts'
import type { Neighbour } from './embeddingQueries.ts'
import type { ResultContent } from './textTasks.ts'

interface Dependencies {
  database: Database
  getDetail: (id: string) => AssetDetail
  getFile: (id: string) => Promise<{ path: string }>
  tilesById: (ids: readonly string[]) => Tile[]
  /** Queries in the query thread, because they read all vectors of a model. */
  queries: {
    nearest: (input: RouteInput<'library.neighbours'>) => Promise<Neighbour[]>
    map: (input: RouteInput<'library.map'>) => Promise<RouteOutput<'library.map'>>
  }
  /** Reads and describes the file of an embedding. @throws StudioError `result_unread` on a timeout. */
  describeFile: (path: string) => Promise<ReturnType<typeof describeVectors>>
}

/** Describes saved embeddings, finds their nearest neighbours and reads their map. */
export class Embeddings {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Stores the mean of an embedding's vectors. Call it in the transaction that adds the asset. */
  add(id: string, { count, mean }: NonNullable<ResultContent['vectors']>): void {
    this.#dependencies.database.run(
      'INSERT OR REPLACE INTO asset_vectors (asset_id, dimension, vectors, mean) VALUES (?, ?, ?, ?)',
      id,
      mean.length,
      count,
      toBlob(mean),
    )
  }

  async describe(id: string): Promise<RouteOutput<'library.embedding'>> {
    const { title, asset, parameters } = this.#dependencies.getDetail(id)
    if (asset.kind !== 'embedding') throw notSupported()
    const { path } = await this.#dependencies.getFile(id)
    const described = await this.#dependencies.describeFile(path)
    const input = parameters?.values['input']
    return { ...described, input: typeof input === 'string' ? input : title }
  }

  /** The nearest embeddings by cosine similarity, nearest first. */
  async neighbours({
    id,
    limit,
  }: RouteInput<'library.neighbours'>): Promise<RouteOutput<'library.neighbours'>> {
    this.#dependencies.getDetail(id)
    const best = await this.#dependencies.queries.nearest({ id, limit })
    const tiles = new Map(
      this.#dependencies.tilesById(best.map(({ id }) => id)).map((tile) => [tile.id, tile]),
    )
    return {
      neighbours: best.flatMap(({ id, similarity }) => {
        const tile = tiles.get(id)
        return tile ? [{ tile, similarity }] : []
      }),
    }
  }

  /** A page of the embeddings of one model, newest first: the model of `id`, or the model with the most embeddings. */
  map(input: RouteInput<'library.map'>): Promise<RouteOutput<'library.map'>> {
    return this.#dependencies.queries.map(input)
  }
}

const notSupported = (): StudioError => new StudioError({ code: libraryErrors.notSupported, money: 'none' })
