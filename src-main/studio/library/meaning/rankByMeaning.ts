import type { LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import type { Database } from '../../storage/database/Database.ts'
import { resultIndexOf } from '../search/columns/ResultIndex.ts'
import { dotProduct, fromBlob } from '../texts/vectors.ts'
import { type TextSource, textKey } from './resultTexts.ts'
import { NO_TEXT, textKeysOf } from './TextKeys.ts'

/** Results whose texts are read at once: about 10 ms. */
const RESULTS_PER_SLICE = 2000
/** Vectors read at once: two megabytes. */
const VECTORS_PER_SLICE = 500
/** Keys of vectors read at once: about 10 ms. */
const KEYS_PER_SLICE = 10_000

/** A model for embeddings. Models of different connections may have the same slug. */
export interface EmbeddingModel {
  connectionId: string
  slug: string
}

/** The results whose texts are compared, what their text is, and the model of the embeddings. */
export interface EmbeddingScope {
  filter: LibraryFilter
  source: TextSource
  model: EmbeddingModel
}

export interface RankRequest extends EmbeddingScope {
  /** The text that the results are compared with, normalized. */
  text: string
  /** A result that is left out. */
  exceptId: string | null
  limit: number
}

/** The results of a filter that are closest in meaning to a text. */
export interface Ranking {
  /** The closest first, then the newest. `similarity` is the cosine, -1 to 1. */
  results: { id: string; similarity: number }[]
  /** Results with a text that has an embedding. */
  ready: number
  /** Results with a text. */
  total: number
  /** Whether the text itself has an embedding; without it, nothing can be compared. */
  isTextReady: boolean
}

/** Compares the texts of all results of a filter with a text. Only one slice of the vectors is in memory at a time. */
export function* rankByMeaning(database: Database, request: RankRequest): Generator<void, Ranking> {
  const { text, exceptId, limit, model, source } = request
  const similarities = yield* compareVectors(database, model, textKey(text))
  const exceptSeq = database.get('SELECT seq FROM assets WHERE id = ?', exceptId)?.['seq']
  let best: { seq: number; similarity: number }[] = []
  let [ready, total] = [0, 0]
  const slices = yield* readSlices(database, request)
  for (const seqs of slices) {
    const keys = textKeysOf(database, source).read(seqs)
    for (const [n, key] of keys.entries()) {
      if (key === NO_TEXT) continue
      total++
      const similarity = similarities.get(key)
      if (similarity === undefined) continue
      ready++
      const seq = seqs[n] ?? 0
      if (seq !== exceptSeq && !Number.isNaN(similarity)) best.push({ seq, similarity })
    }
    if (best.length > limit) best = best.toSorted((a, b) => b.similarity - a.similarity).slice(0, limit)
    yield
  }
  const results = best
    .toSorted((a, b) => b.similarity - a.similarity)
    .flatMap(({ seq, similarity }) => {
      const id = database.get('SELECT id FROM assets WHERE seq = ?', seq)?.['id']
      return typeof id === 'string' ? [{ id, similarity }] : []
    })
  return { results, ready, total, isTextReady: similarities.has(textKey(text)) }
}

/**
 * The similarity between the text with this key and every text that the model has embedded, by key. All are NaN if the text with this key
 * has no embedding.
 */
function* compareVectors(
  database: Database,
  model: EmbeddingModel,
  key: number,
): Generator<void, Map<number, number>> {
  const { connectionId, slug } = model
  const queryRow = database.get(
    'SELECT vector FROM text_vectors WHERE connection_id = ? AND model = ? AND text_key = ?',
    connectionId,
    slug,
    key,
  )
  const queryVector = queryRow?.['vector'] instanceof Uint8Array ? fromBlob(queryRow['vector']) : null
  const similarities = new Map<number, number>()
  if (!queryVector) {
    for (const embedded of yield* readEmbeddedKeys(database, model)) similarities.set(embedded, NaN)
    return similarities
  }
  for (let after = 0; ;) {
    // In the order of the rows, because the order of the keys would cause random reads.
    const rows = database.all(
      `SELECT id, text_key, vector FROM text_vectors NOT INDEXED
         WHERE id > ? AND connection_id = ? AND model = ? ORDER BY id LIMIT ?`,
      after,
      connectionId,
      slug,
      VECTORS_PER_SLICE,
    )
    for (const { text_key: textKey, vector } of rows) {
      if (!(vector instanceof Uint8Array) || vector.length !== queryVector.byteLength) continue
      similarities.set(Number(textKey), Math.max(-1, Math.min(1, dotProduct(queryVector, fromBlob(vector)))))
    }
    if (rows.length < VECTORS_PER_SLICE) return similarities
    after = Number(rows.at(-1)?.['id'])
    yield
  }
}

/** The keys of the texts that have an embedding of a model. */
export function* readEmbeddedKeys(
  database: Database,
  { connectionId, slug }: EmbeddingModel,
): Generator<void, Set<number>> {
  const found = new Set<number>()
  for (let after = -1; ;) {
    const rows = database.all(
      `SELECT text_key FROM text_vectors WHERE connection_id = ? AND model = ? AND text_key > ?
         ORDER BY text_key LIMIT ?`,
      connectionId,
      slug,
      after,
      KEYS_PER_SLICE,
    )
    for (const { text_key: key } of rows) found.add((after = Number(key)))
    if (rows.length < KEYS_PER_SLICE) return found
    yield
  }
}

/** The sequence numbers of the results of a filter, newest first, in slices. */
export function* readSlices(database: Database, { filter }: Pick<EmbeddingScope, 'filter'>) {
  const index = resultIndexOf(database)
  yield* index.refresh()
  const list = index.list(filter)
  yield* list.complete()
  const seqs = Uint32Array.from(list.rows, (row) => index.columns.seq[row] ?? 0)
  return Array.from({ length: Math.ceil(seqs.length / RESULTS_PER_SLICE) }, (_, n) =>
    seqs.subarray(n * RESULTS_PER_SLICE, (n + 1) * RESULTS_PER_SLICE),
  )
}
