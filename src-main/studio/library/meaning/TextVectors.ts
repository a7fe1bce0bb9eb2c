import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Database } from '../../storage/database/Database.ts'
import { processInSlices } from '../../storage/processInSlices.ts'
import type { QueryFunction, QueryInput } from '../../storage/workers/QueryTable.ts'
import type { Clock, Log } from '../../world.ts'
import { toBlob } from '../texts/vectors.ts'
import type { MissingTexts, MissingTextsRequest } from './findMissingTexts.ts'
import type { meaningQueries } from './meaningQueries.ts'
import type { EmbeddingModel, Ranking, RankRequest } from './rankByMeaning.ts'
import { readFormTexts, normalizeText, textKey } from './resultTexts.ts'
import type { ResultReader } from '../texts/ResultReader.ts'

/** Embeddings read before their vectors are stored, and the pause after them. */
const BATCH_SIZE = 10
const PAUSE_MS = 50
/** Vectors stored in one transaction, which takes a few milliseconds. */
const SLICE = 32
/** When an embedding that couldn't be read, for example because its disk is disconnected, is read again. */
const RETRY_MS = 60_000

interface Dependencies {
  database: Database
  clock: Clock
  /** Runs a query in the query thread. */
  query: QueryFunction<typeof meaningQueries>
  /** The field of an operation that contains its texts; undefined if it has none or the operation is unknown. */
  textField: (operation: string) => string | undefined
  library: {
    /** @throws StudioError `file_missing`. */
    getFile: (id: string) => Promise<{ path: string }>
  }
  reader: Pick<ResultReader, 'readVectors'>
  emit: (event: StudioEvent) => void
  log: Log
}

/** An embedding whose vectors are not stored yet. */
interface UnreadEmbedding {
  seq: number
  id: string
  model: EmbeddingModel
  texts: string[]
}

/** A vector to be stored. */
interface TextVector {
  id: string
  model: EmbeddingModel
  text: string
  vector: Float32Array
}

/**
 * The embeddings of texts by connection and model, whether or not they were made for a search by meaning. A trigger
 * lists each new embedding in `unread_embeddings` until its vectors have been read from its file, so that a crash loses
 * none.
 */
export class TextVectors {
  readonly #dependencies: Dependencies
  #reading: Promise<void> | null = null
  /** Number of calls that wait for the vectors. While there are any, reading doesn't pause. */
  #waitingCalls = 0
  #endPause = (): void => {}
  #isClosed = false
  /** When embeddings that couldn't be read are read again, by sequence number. They stay listed as unread. */
  readonly #retryTimes = new Map<number, number>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Reads all unread embeddings with pauses, newest first. Concurrent calls share the work. */
  readInBackground(): Promise<void> {
    return (this.#reading ??= this.#readAll().finally(() => (this.#reading = null)))
  }

  /** Reads all unread embeddings without pauses. */
  async readWithoutPauses(): Promise<void> {
    this.#waitingCalls++
    this.#endPause()
    try {
      await this.readInBackground()
    } finally {
      this.#waitingCalls--
    }
  }

  /** The results closest in meaning. A later call for the same list supersedes this one. */
  rank(request: RankRequest, listId?: string): Promise<Ranking> {
    return this.#dependencies.query('meaning.rank', request, listId)
  }

  async findMissing(request: MissingTextsRequest): Promise<MissingTexts> {
    await this.readWithoutPauses()
    return this.#dependencies.query('meaning.missing', request)
  }

  async hasKnown(request: QueryInput<typeof meaningQueries, 'meaning.has_known'>): Promise<boolean> {
    await this.readWithoutPauses()
    return this.#dependencies.query('meaning.has_known', request)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#endPause()
    await this.#reading?.catch(() => {})
  }

  async #readAll(): Promise<void> {
    while (!this.#isClosed) {
      const batch = this.#newestUnread()
      if (batch.length === 0) return
      const vectors: TextVector[] = []
      const done: UnreadEmbedding[] = []
      for (const embedding of batch) {
        const read = await this.#readVectors(embedding)
        if (this.#isClosed) return
        if (read === null) this.#retryTimes.set(embedding.seq, this.#dependencies.clock.now() + RETRY_MS)
        else {
          this.#retryTimes.delete(embedding.seq)
          done.push(embedding)
          vectors.push(...read)
        }
      }
      await this.#store(vectors, done)
      if (vectors.length > 0) this.#dependencies.emit({ type: 'embeddings.changed' })
      const isFull = batch.length === BATCH_SIZE
      if (isFull && this.#waitingCalls === 0 && !this.#isClosed) await this.#pause()
    }
  }

  #newestUnread(): UnreadEmbedding[] {
    const { database, textField, clock } = this.#dependencies
    const now = clock.now()
    const rows = database.all(
      `SELECT u.asset_seq, a.id, j.connection_id, j.model_slug, j.operation, j.form_values FROM unread_embeddings u
         CROSS JOIN assets a ON a.seq = u.asset_seq LEFT JOIN jobs j ON j.id = a.job_id
         ORDER BY u.asset_seq DESC LIMIT ?`,
      BATCH_SIZE + this.#retryTimes.size,
    )
    const due = rows.filter((row) => (this.#retryTimes.get(Number(row['asset_seq'])) ?? now) <= now)
    return due.slice(0, BATCH_SIZE).map((row) => {
      const field = textField(String(row['operation']))
      return {
        seq: Number(row['asset_seq']),
        id: String(row['id']),
        model: { connectionId: String(row['connection_id']), slug: String(row['model_slug']) },
        texts: field === undefined ? [] : readFormTexts(row['form_values'], field),
      }
    })
  }

  /**
   * One vector for each text; none if the file has a different number of vectors. Null if it can't be read, which may
   * be temporary.
   */
  async #readVectors({ id, model, texts }: UnreadEmbedding): Promise<TextVector[] | null> {
    const { library, reader, log } = this.#dependencies
    if (texts.length === 0) return []
    try {
      const { dimension, floats } = await reader.readVectors((await library.getFile(id)).path)
      if (dimension > 0 && floats.length === texts.length * dimension)
        return texts.map((text, n) => {
          return { id, model, text, vector: floats.subarray(n * dimension, (n + 1) * dimension) }
        })
      log.warn('An embedding has a different number of vectors than texts', { id, texts: texts.length })
      return []
    } catch (error) {
      log.warn('The vectors of an embedding could not be read', { id, error: String(error) })
      return null
    }
  }

  /**
   * Stores the vectors of a batch. The transaction that stores the last of them also removes its embeddings from the
   * unread ones.
   */
  async #store(vectors: readonly TextVector[], batch: readonly UnreadEmbedding[]): Promise<void> {
    const { database } = this.#dependencies
    // The result may have been deleted meanwhile.
    const insert = `INSERT INTO text_vectors (connection_id, model, text_key, asset_id, vector)
      SELECT ?, ?, ?, id, ? FROM assets WHERE id = ? ON CONFLICT (connection_id, model, text_key) DO NOTHING`
    const store = ({ id, model, text, vector }: TextVector): number =>
      database.run(insert, model.connectionId, model.slug, textKey(normalizeText(text)), toBlob(vector), id)
    const storeAll = (slice: readonly TextVector[]): number =>
      database.transaction(() => slice.reduce((stored, vector) => stored + store(vector), 0))
    const full = Math.floor(vectors.length / SLICE) * SLICE
    await processInSlices(database, vectors.slice(0, full), SLICE, storeAll)
    database.transaction(() => {
      storeAll(vectors.slice(full))
      for (const { seq } of batch) database.run('DELETE FROM unread_embeddings WHERE asset_seq = ?', seq)
    })
  }

  /** Pauses so that other work can run. Ends early when a call waits for the vectors. */
  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#dependencies.clock.after(PAUSE_MS, resolve)
      this.#endPause = () => {
        cancel()
        resolve()
      }
    })
  }
}

/** Lists an embedding as one whose vectors have yet to be read; does nothing for other assets. */
export function listAsUnread(database: Database, assetId: string): void {
  database.run(
    `INSERT OR IGNORE INTO unread_embeddings
       SELECT a.seq FROM asset_vectors v JOIN assets a ON a.id = v.asset_id WHERE v.asset_id = ? AND a.role = 'result'`,
    assetId,
  )
}
