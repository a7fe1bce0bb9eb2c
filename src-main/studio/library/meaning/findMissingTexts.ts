import { OPEN_STATES } from '../../../../src-preload/shared/jobStates.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { type EmbeddingModel, type EmbeddingScope, readEmbeddedKeys, readSlices } from './rankByMeaning.ts'
import { readFormTexts, readResultTexts, normalizeText, textKey } from './resultTexts.ts'
import { NO_TEXT, textKeysOf } from './TextKeys.ts'

/** The task that makes embeddings, and its field with the texts. */
export interface EmbeddingTask {
  operation: string
  field: string
}

export interface MissingTextsRequest extends EmbeddingScope {
  task: EmbeddingTask
  /** The text that the results are compared with, normalized. */
  text: string
  limit: number
  /** Whether texts that may already have been paid for count as missing too. */
  includePaid: boolean
}

/** The distinct texts of the results of a filter, by whether a model has embedded them. */
export interface MissingTexts {
  /** Texts that have to be embedded, at most `limit`: the compared one first, then those of the newest results. */
  missing: string[]
  /** Whether there are more than `limit`. Then reading stopped there, and the other numbers are too low. */
  hasMore: boolean
  /** Texts that have an embedding. */
  known: number
  /** Texts of unfinished jobs. */
  inProgress: number
  /** Other texts of jobs that may have been charged, but whose vectors can't be read. */
  maybePaid: number
}

/** Finds the texts of the results of a filter that a model has not embedded and is not about to embed. */
export function* findMissingTexts(
  database: Database,
  request: MissingTextsRequest,
): Generator<void, MissingTexts> {
  const { text, model, task, limit, source, includePaid } = request
  const known = yield* readEmbeddedKeys(database, model)
  const inProgress = new Set(readKeysInProgress(database, task, model))
  const maybePaid = yield* readMaybePaidKeys(database, task, model)
  const seen = new Set<number>()
  const found: MissingTexts = { missing: [], hasMore: false, known: 0, inProgress: 0, maybePaid: 0 }
  /** Counts a text that was not seen before. Returns whether it has to be embedded. */
  const isMissing = (key: number): boolean => {
    if (key === NO_TEXT || seen.has(key)) return false
    seen.add(key)
    if (known.has(key)) found.known++
    else if (inProgress.has(key)) found.inProgress++
    else if (maybePaid.has(key)) {
      found.maybePaid++
      return includePaid
    } else return true
    return false
  }
  if (isMissing(textKey(text))) found.missing.push(text)
  const slices = yield* readSlices(database, request)
  for (const seqs of slices) {
    const keys = textKeysOf(database, source).read(seqs)
    const missing = [...seqs].filter((_, n) => isMissing(keys[n] ?? NO_TEXT))
    for (const { text: missingText } of readResultTexts(database, missing, source))
      if (found.missing.length < limit) found.missing.push(missingText)
      else found.hasMore = true
    if (found.hasMore) break
    yield
  }
  return found
}

/** The keys of the texts of unfinished embeddings. */
function readKeysInProgress(
  database: Database,
  { operation, field }: EmbeddingTask,
  { connectionId, slug }: EmbeddingModel,
): number[] {
  const rows = database.all(
    `SELECT form_values FROM jobs WHERE state IN (SELECT value FROM json_each(?)) AND operation = ?
       AND connection_id = ? AND model_slug = ?`,
    JSON.stringify(OPEN_STATES),
    operation,
    connectionId,
    slug,
  )
  return rows.flatMap((row) => keysOf(row, field))
}

/** Finished jobs read at once. */
const JOBS_PER_SLICE = 1000

/**
 * The keys of the texts of finished jobs that may have been charged and have no vectors: the job failed without a refund, or its result
 * can't be read, has a different number of vectors, or was deleted.
 */
function* readMaybePaidKeys(
  database: Database,
  { operation, field }: EmbeddingTask,
  { connectionId, slug }: EmbeddingModel,
): Generator<void, Set<number>> {
  const found = new Set<number>()
  for (let after: [finishedAt: number, seq: number] = [-1, 0]; ;) {
    const rows = database.all(
      `SELECT seq, finished_at, CASE WHEN state IN ('saved', 'failed', 'closed')
           AND coalesce((SELECT entry FROM ledger WHERE job_id = jobs.id ORDER BY id DESC LIMIT 1), 'accepted')
             NOT IN ('quoted', 'refunded', 'released')
           AND NOT EXISTS (SELECT 1 FROM assets CROSS JOIN text_vectors own ON own.asset_id = assets.id
             WHERE assets.job_id = jobs.id)
         THEN form_values END AS form_values
       FROM jobs INDEXED BY jobs_by_model
       WHERE connection_id = ? AND model_slug = ? AND operation = ? AND (finished_at, seq) > (?, ?)
       ORDER BY finished_at, seq LIMIT ?`,
      connectionId,
      slug,
      operation,
      ...after,
      JOBS_PER_SLICE,
    )
    for (const row of rows) for (const key of keysOf(row, field)) found.add(key)
    const last = rows.at(-1)
    if (!last || rows.length < JOBS_PER_SLICE) return found
    after = [Number(last['finished_at']), Number(last['seq'])]
    yield
  }
}

/** The keys of the texts of a job. */
const keysOf = (row: Row, field: string): number[] =>
  readFormTexts(row['form_values'], field).map((text) => textKey(normalizeText(text)))

interface KnownTextRequest {
  texts: readonly string[]
  model: EmbeddingModel
  task: EmbeddingTask
  includePaid: boolean
}

/**
 * Whether a model has embedded one of these texts or is about to. Without `includePaid`, also whether one of them may
 * already have been paid for.
 */
export function* hasKnownText(
  database: Database,
  { texts, model, task, includePaid }: KnownTextRequest,
): Generator<void, boolean> {
  const keys = texts.map(textKey)
  const known = database.get(
    `SELECT 1 FROM json_each(?) k CROSS JOIN text_vectors v
       ON v.connection_id = ? AND v.model = ? AND v.text_key = k.value LIMIT 1`,
    JSON.stringify(keys),
    model.connectionId,
    model.slug,
  )
  if (known) return true
  const inProgress = new Set(readKeysInProgress(database, task, model))
  if (keys.some((key) => inProgress.has(key))) return true
  if (includePaid) return false
  const maybePaid = yield* readMaybePaidKeys(database, task, model)
  return keys.some((key) => maybePaid.has(key))
}
