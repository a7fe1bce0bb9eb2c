import type { StudioEvent } from '../../../../src-preload/contract/events.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { processInSlices } from '../../storage/processInSlices.ts'
import type { QueryFunction, QueryInput } from '../../storage/workers/QueryTable.ts'
import type { Log } from '../../world.ts'
import type { UnitVectors } from '../texts/textTasks.ts'
import { toBlob } from '../texts/vectors.ts'
import type { MissingTexts, MissingTextsRequest } from './findMissingTexts.ts'
import type { meaningQueries } from './meaningQueries.ts'
import type { Ranking, RankRequest } from './rankByMeaning.ts'
import { readFormTexts } from './resultTexts.ts'
import { normalizeText, textKey } from './textKey.ts'

/** Vectors stored in one transaction, which takes a few milliseconds. */
const SLICE = 32

interface Dependencies {
  database: Database
  /** Runs a query in the query thread. */
  query: QueryFunction<typeof meaningQueries>
  /** The field with the texts of an operation; undefined if it is unknown. */
  textField: (operation: string) => string | undefined
  /** @throws StudioError `file_missing`. */
  getFile: (id: string) => Promise<{ path: string }>
  /** Reads the vectors of a file in a worker. @throws StudioError `result_unread`. */
  readVectors: (path: string) => Promise<UnitVectors>
  emit: (event: StudioEvent) => void
  log: Log
}

/**
 * The embeddings of texts by model, whoever asked for them. A trigger lists each new embedding in `unread_embeddings`; its vectors are then
 * read from its file, so that nothing is lost in a crash.
 */
export class TextVectors {
  readonly #dependencies: Dependencies
  #reading: Promise<void> | null = null
  #isClosed = false

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Reads all unread embeddings. Calls at the same time share the work. */
  readNew(): Promise<void> {
    return (this.#reading ??= this.#readAll().finally(() => (this.#reading = null)))
  }

  /** The results closest in meaning. A later call for the same list supersedes this one. */
  rank(request: RankRequest, listId?: string): Promise<Ranking> {
    return this.#dependencies.query('meaning.rank', request, listId)
  }

  async findMissing(request: MissingTextsRequest): Promise<MissingTexts> {
    await this.readNew()
    return this.#dependencies.query('meaning.missing', request)
  }

  async hasKnown(request: QueryInput<typeof meaningQueries, 'meaning.has_known'>): Promise<boolean> {
    await this.readNew()
    return this.#dependencies.query('meaning.has_known', request)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#reading?.catch(() => {})
  }

  async #readAll(): Promise<void> {
    const { database, emit } = this.#dependencies
    while (!this.#isClosed) {
      const row = database.get(
        `SELECT u.asset_seq, a.id, j.model_slug, j.operation, j.form_values FROM unread_embeddings u
           CROSS JOIN assets a ON a.seq = u.asset_seq LEFT JOIN jobs j ON j.id = a.job_id
           ORDER BY u.asset_seq DESC LIMIT 1`,
      )
      if (!row) return
      const id = String(row['id'])
      const texts = this.#textsOf(row)
      const vectors = await this.#readVectors(id, texts.length)
      if (this.#isClosed) return
      await this.#store(id, String(row['model_slug']), texts, vectors)
      database.run('DELETE FROM unread_embeddings WHERE asset_seq = ?', Number(row['asset_seq']))
      if (vectors.length > 0) emit({ type: 'embeddings.changed' })
    }
  }

  #textsOf({ operation, form_values: values }: Row): string[] {
    const field = this.#dependencies.textField(String(operation))
    return field === undefined ? [] : readFormTexts(values, field)
  }

  /** One vector for each text; none if the file can't be read or has another number of vectors. */
  async #readVectors(id: string, count: number): Promise<Float32Array[]> {
    const { getFile, readVectors, log } = this.#dependencies
    if (count === 0) return []
    try {
      const { dimension, floats } = await readVectors((await getFile(id)).path)
      const vectors = Array.from({ length: floats.length / dimension }, (_, n) =>
        floats.subarray(n * dimension, (n + 1) * dimension),
      )
      if (vectors.length === count) return vectors
      log.warn('An embedding has another number of vectors than texts', { id, texts: count })
    } catch (error) {
      log.warn('The vectors of an embedding could not be read', { id, error: String(error) })
    }
    return []
  }

  async #store(id: string, model: string, texts: string[], vectors: Float32Array[]): Promise<void> {
    const { database } = this.#dependencies
    // The result may have been deleted meanwhile.
    const sql = `INSERT INTO text_vectors (model, text_key, asset_id, vector) SELECT ?, ?, id, ? FROM assets WHERE id = ?
      ON CONFLICT (model, text_key) DO NOTHING`
    await processInSlices([...vectors.entries()], SLICE, (slice) => {
      database.transaction(() => {
        for (const [n, vector] of slice)
          database.run(sql, model, textKey(normalizeText(texts[n] ?? '')), toBlob(vector), id)
      })
      return slice.length
    })
  }
}
