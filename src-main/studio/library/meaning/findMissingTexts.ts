import { OPEN_STATES } from '../../../../src-preload/shared/jobStates.ts'
import type { Database } from '../../storage/database/Database.ts'
import { type EmbeddingModel, type MeaningFilter, readKnownKeys, readSlices } from './rankByMeaning.ts'
import { readFormTexts, readResultTexts } from './resultTexts.ts'
import { normalizeText, textKey } from './textKey.ts'
import { NO_TEXT, textKeysOf } from './TextKeys.ts'

/** The task that makes embeddings, and its field with the texts. */
export interface EmbeddingTask {
  operation: string
  field: string
}

export interface MissingTextsRequest extends MeaningFilter {
  task: EmbeddingTask
  /** The text that the results are compared with, normalized. */
  text: string
  limit: number
}

/** Different texts. */
export interface MissingTexts {
  /** Texts that have to be embedded, at most `limit`: the compared one first, then those of the newest results. */
  missing: string[]
  /** Whether there are more than `limit`; then `known` and `coming` count only as far as was read. */
  hasMore: boolean
  known: number
  /** Texts of embeddings that are being made, or may have been made. */
  coming: number
}

/** Finds the texts of a filter without an embedding of a model, also without one that is being made. */
export function* findMissingTexts(
  database: Database,
  request: MissingTextsRequest,
): Generator<void, MissingTexts> {
  const { text, model, task, limit, source } = request
  const known = readKnownKeys(database, model)
  const coming = new Set(readComingKeys(database, task, model))
  const seen = new Set<number>()
  const found: MissingTexts = { missing: [], hasMore: false, known: 0, coming: 0 }
  /** Whether the text of a key was not seen before, and has to be embedded. */
  const isMissing = (key: number): boolean => {
    if (key === NO_TEXT || seen.has(key)) return false
    seen.add(key)
    if (known.has(key)) found.known++
    else if (coming.has(key)) found.coming++
    else return true
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

/** The keys of the texts of unfinished embeddings, and of those that may have been charged. */
function readComingKeys(
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
  return rows.flatMap(({ form_values: values }) =>
    readFormTexts(values, field).map((text) => textKey(normalizeText(text))),
  )
}

/** Whether one of these texts has an embedding of a model by now, or one is being made. */
export function hasKnownText(
  database: Database,
  { texts, model, task }: { texts: readonly string[]; model: EmbeddingModel; task: EmbeddingTask },
): boolean {
  const keys = texts.map(textKey)
  const known = database.get(
    `SELECT 1 FROM json_each(?) k CROSS JOIN text_vectors v
       ON v.connection_id = ? AND v.model = ? AND v.text_key = k.value LIMIT 1`,
    JSON.stringify(keys),
    model.connectionId,
    model.slug,
  )
  if (known) return true
  const coming = new Set(readComingKeys(database, task, model))
  return keys.some((key) => coming.has(key))
}
