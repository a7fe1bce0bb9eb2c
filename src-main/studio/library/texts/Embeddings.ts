import { boundaryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { toBlob, cosineSimilarity, fromBlob, isVector } from './vectors.ts'
import { notSupported } from './Texts.ts'
import type { ResultContent } from './textTasks.ts'
import type { Library } from '../Library.ts'
import type { ResultReader } from './ResultReader.ts'

interface Dependencies {
  database: Database
  library: Pick<Library, 'assetDetail' | 'getFile' | 'tilesById'>
  /** Queries in the query thread, because they read all vectors of a model. */
  queries: {
    nearest: (input: RouteInput<'library.neighbours'>) => Promise<Neighbour[]>
    page: (input: RouteInput<'library.embeddings'>) => Promise<RouteOutput<'library.embeddings'>>
  }
  reader: Pick<ResultReader, 'describeVectors'>
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
    const { title, asset, parameters } = this.#dependencies.library.assetDetail(id)
    if (asset.kind !== 'embedding') throw notSupported()
    const { path } = await this.#dependencies.library.getFile(id)
    const described = await this.#dependencies.reader.describeVectors(path)
    const input = parameters?.values['input']
    return { ...described, input: typeof input === 'string' ? input : title }
  }

  /** The nearest embeddings by cosine similarity, nearest first. */
  async neighbours({
    id,
    limit,
  }: RouteInput<'library.neighbours'>): Promise<RouteOutput<'library.neighbours'>> {
    this.#dependencies.library.assetDetail(id)
    const best = await this.#dependencies.queries.nearest({ id, limit })
    const tiles = new Map(
      this.#dependencies.library.tilesById(best.map(({ id }) => id)).map((tile) => [tile.id, tile]),
    )
    return {
      neighbours: best.flatMap(({ id, similarity }) => {
        const tile = tiles.get(id)
        return tile ? [{ tile, similarity }] : []
      }),
    }
  }

  /** A page of the embeddings of one model, newest first. It is the model of `id`, or without `id` the model with the most embeddings. */
  page(input: RouteInput<'library.embeddings'>): Promise<RouteOutput<'library.embeddings'>> {
    return this.#dependencies.queries.page(input)
  }
}

/** Vectors read at once during a search for neighbours. */
const BATCH_SIZE = 256
/** Sequence numbers of assets covered by one slice. */
const SEQS_PER_SLICE = 50_000

/**
 * Vectors can only be compared within one model and dimension. Models of different connections may have the same slug. Both are empty for
 * results without a job.
 */
interface VectorGroup {
  connection: string
  model: string
  dimension: number
}

/** An asset with the similarity of its vector to that of another asset. */
export interface Neighbour {
  id: string
  similarity: number
}

/** Finds the nearest embeddings by cosine similarity. Only one batch of vectors is in memory at a time. */
export function* findNearestEmbeddings(
  database: Database,
  { id, limit }: RouteInput<'library.neighbours'>,
): Generator<void, Neighbour[]> {
  const group = findGroup(database, id)
  const vector = group && readVector(database, id)
  if (!group || !vector) return []
  let best: Neighbour[] = []
  let page = readGroupPage(database, group, Number.MAX_SAFE_INTEGER, BATCH_SIZE)
  for (;;) {
    const neighbours = page.rows
      .filter((row) => row.id !== id)
      .map((row) => ({ id: row.id, similarity: cosineSimilarity(vector, fromBlob(row.blob)) }))
    best = [...best, ...neighbours].sort((a, b) => b.similarity - a.similarity).slice(0, limit)
    if (page.next === null) return best
    yield
    page = readGroupPage(database, group, page.next, BATCH_SIZE)
  }
}

/** Reads a page of the embeddings of one model, newest first. */
export function* readEmbeddingPage(
  database: Database,
  { id, before, limit }: RouteInput<'library.embeddings'>,
): Generator<void, RouteOutput<'library.embeddings'>> {
  const end = before === null ? Number.MAX_SAFE_INTEGER : Number(before)
  if (!Number.isSafeInteger(end)) throw new StudioError({ code: boundaryErrors.invalidInput, money: 'none' })
  const group = id === undefined ? yield* findLargestGroup(database) : findGroup(database, id)
  if (!group) return { points: [], dimension: 0, vectors: '', next: null }
  const { rows, next } = readGroupPage(database, group, end, limit)
  return {
    points: rows.map(({ id, title }) => ({ id, title })),
    dimension: group.dimension,
    vectors: Buffer.concat(rows.map(({ blob }) => blob)).toString('base64'),
    next: next === null ? null : String(next),
  }
}

/** The columns of a group, where `j` is the job of a result. */
const MODEL_COLUMNS = "coalesce(j.connection_id, '') AS connection, coalesce(j.model_slug, '') AS model"

function findGroup(database: Database, id: string): VectorGroup | null {
  const row = database.get(
    `SELECT ${MODEL_COLUMNS}, v.dimension FROM asset_vectors v JOIN assets a ON a.id = v.asset_id
           LEFT JOIN jobs j ON j.id = a.job_id WHERE v.asset_id = ?`,
    id,
  )
  return row ? toGroup(row) : null
}

/** Finds the largest group; of equally large ones the newest. */
function* findLargestGroup(database: Database): Generator<void, VectorGroup | null> {
  const groups = new Map<string, VectorGroup & { count: number }>()
  let largest: (VectorGroup & { count: number }) | null = null
  const last = Number(database.get('SELECT max(seq) AS seq FROM assets')?.['seq'] ?? 0)
  for (let end = last; end > 0; end -= SEQS_PER_SLICE) {
    const rows = database.all(
      `SELECT ${MODEL_COLUMNS}, v.dimension, count(*) AS count
         FROM assets a INDEXED BY assets_of_kind JOIN asset_vectors v ON v.asset_id = a.id
         LEFT JOIN jobs j ON j.id = a.job_id
         WHERE a.kind = 'embedding' AND a.seq > ? AND a.seq <= ? AND a.trashed_at IS NULL AND a.role = 'result'
         GROUP BY 1, 2, 3 ORDER BY max(a.seq) DESC`,
      end - SEQS_PER_SLICE,
      end,
    )
    for (const row of rows) {
      const key = JSON.stringify([row['connection'], row['model'], row['dimension']])
      const group = groups.get(key) ?? { ...toGroup(row), count: 0 }
      group.count += Number(row['count'])
      groups.set(key, group)
    }
    yield
  }
  for (const group of groups.values()) if (group.count > (largest?.count ?? 0)) largest = group
  return largest
}

function readVector(database: Database, id: string): Float32Array | null {
  const row = database.get('SELECT dimension, mean FROM asset_vectors WHERE asset_id = ?', id)
  const mean = row?.['mean']
  return isVector(mean, Number(row?.['dimension'])) ? fromBlob(mean) : null
}

/** Reads a page of a group before a sequence number, newest first, without trashed results. */
function readGroupPage(
  database: Database,
  { connection, model, dimension }: VectorGroup,
  before: number,
  limit: number,
) {
  const found = database.all(
    `SELECT a.seq, a.id, v.mean, coalesce(j.title, a.name, '') AS title
         FROM assets a INDEXED BY assets_of_kind JOIN asset_vectors v ON v.asset_id = a.id
         LEFT JOIN jobs j ON j.id = a.job_id
         WHERE a.kind = 'embedding' AND a.seq < ? AND a.trashed_at IS NULL AND a.role = 'result' AND v.dimension = ?
           AND coalesce(j.connection_id, '') = ? AND coalesce(j.model_slug, '') = ? ORDER BY a.seq DESC LIMIT ?`,
    before,
    dimension,
    connection,
    model,
    limit + 1,
  )
  const rows = found.slice(0, limit).flatMap(({ id, mean, title }) => {
    return isVector(mean, dimension) ? [{ id: String(id), title: String(title), blob: mean }] : []
  })
  return { rows, next: found.length > limit ? Number(found[limit - 1]?.['seq']) : null }
}

const toGroup = (row: Row): VectorGroup => ({
  connection: String(row['connection']),
  model: String(row['model']),
  dimension: Number(row['dimension']),
})
