import { formErrors, jobErrors, libraryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Meaning } from '../../../../src-preload/contract/routes/meaning.ts'
import type { Batch } from '../../../../src-preload/contract/types/batch.ts'
import type { Catalogue } from '../../catalogue/Catalogue.ts'
import type { EmbeddingTask } from '../../library/meaning/findMissingTexts.ts'
import type { EmbeddingModel } from '../../library/meaning/rankByMeaning.ts'
import { readTextOf, type TextSource, normalizeText } from '../../library/meaning/resultTexts.ts'
import type { TextVectors } from '../../library/meaning/TextVectors.ts'
import type { Connections } from '../../service/connections/Connections.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Batches } from '../batches/Batches.ts'
import type { BatchTable } from '../batches/BatchTable.ts'
import type { Previews } from '../batches/Previews.ts'
import type { Drafts } from '../drafts/Drafts.ts'
import type { Library } from '../../library/Library.ts'
import type { JobForms } from '../drafts/JobForm.ts'

/** Maximum number of texts in one batch, and of its jobs, each of which needs a price. */
const MAX_TEXTS = 2000
const MAX_JOBS = 12
/** Maximum number of tokens of one job, for models that state none. */
const DEFAULT_MAX_TOKENS = 100_000

interface Dependencies {
  database: Database
  library: Pick<Library, 'tilesById'>
  textVectors: Pick<TextVectors, 'rank' | 'findMissing' | 'hasKnown'>
  catalogue: Pick<Catalogue, 'all' | 'textField' | 'embeddingOperation'>
  connections: Pick<Connections, 'current'>
  drafts: Pick<Drafts, 'formsOf'>
  previews: Pick<Previews, 'previewRows' | 'remove'>
  batches: Pick<Batches, 'enqueue'>
  batchTable: Pick<BatchTable, 'findByIdempotencyKey'>
}

/** The texts of the latest offer, which is the only one that can be enqueued. */
interface Offer {
  preview: string
  texts: string[]
  model: EmbeddingModel
  includePaid: boolean
}

/** Sorts results by meaning, and creates missing embeddings with a batch of ordinary jobs. */
export class MeaningSearch {
  readonly #dependencies: Dependencies
  #offer: Offer | null = null

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** @throws StudioError `text_missing`, or the errors of the filter. */
  async rank({
    filter,
    meaning,
    model: slug,
    limit,
    listId,
  }: RouteInput<'meaning.rank'>): Promise<RouteOutput<'meaning.rank'>> {
    const { textVectors, library, connections } = this.#dependencies
    const source = this.#sourceOf(this.#limitsOf(slug).maxBytes)
    const text = this.#textOf(meaning, source)
    const exceptId = 'id' in meaning ? meaning.id : null
    const model = { connectionId: connections.current()?.id ?? '', slug }
    const request = { filter, source, model, text, exceptId, limit }
    const { results, ...counts } = await textVectors.rank(request, listId)
    const tiles = new Map(library.tilesById(results.map(({ id }) => id)).map((tile) => [tile.id, tile]))
    return {
      ...counts,
      text,
      results: results.flatMap(({ id, similarity }) => {
        const tile = tiles.get(id)
        return tile ? [{ tile, similarity }] : []
      }),
    }
  }

  /** @throws StudioError `text_missing`, `no_connection`, `model_gone`, or the errors of the filter. */
  async offer({
    filter,
    meaning,
    model: slug,
    includePaid = false,
  }: RouteInput<'meaning.offer'>): Promise<RouteOutput<'meaning.offer'>> {
    const { textVectors, previews } = this.#dependencies
    const task = this.#task()
    const forms = this.#dependencies.drafts.formsOf(task.operation)
    const { maxBytes, maxTotalTokens } = limitsOf(forms, slug, task)
    const source = this.#sourceOf(maxBytes)
    const text = this.#textOf(meaning, source)
    const model = { connectionId: forms.connection.id, slug }
    const request = { filter, source, model, text, task, limit: MAX_TEXTS, includePaid }
    const { missing, hasMore, ...counts } = await textVectors.findMissing(request)
    const jobs = splitTexts(missing, maxTotalTokens)
    const taken = jobs.slice(0, MAX_JOBS)
    const texts = taken.flat()
    const found = { ...counts, missing: texts.length, hasMore: hasMore || taken.length < jobs.length }
    if (texts.length === 0) return { ...found, preview: null }
    const rows = taken.map((job) => ({ [task.field]: job }))
    const preview = await previews.previewRows(forms, slug, rows)
    this.#removeOffer()
    this.#offer = { preview: preview.id, texts, model, includePaid }
    return { ...found, preview }
  }

  /** @throws StudioError `quote_outdated`, and the errors of a batch. */
  async enqueue({ preview, idempotencyKey, name, total }: RouteInput<'meaning.enqueue'>): Promise<Batch> {
    const { batches, batchTable, textVectors } = this.#dependencies
    const offer = this.#offer
    const isNewClick = () => batchTable.findByIdempotencyKey(idempotencyKey) === null
    if (isNewClick()) {
      if (offer?.preview !== preview) throw quoteOutdated()
      const { texts, model, includePaid } = offer
      // An earlier offer of these texts, or a failed job that was retried, may have been enqueued meanwhile.
      const hasKnown = await textVectors.hasKnown({ texts, model, task: this.#task(), includePaid })
      if (isNewClick() && (hasKnown || this.#offer !== offer)) throw quoteOutdated()
    }
    const enqueued = batches.enqueue({
      preview,
      idempotencyKey,
      name,
      total,
      skip: [],
      unpriced: false,
      cap: null,
    })
    if (this.#offer?.preview === preview) this.#removeOffer()
    return enqueued
  }

  #removeOffer(): void {
    if (this.#offer) this.#dependencies.previews.remove(this.#offer.preview)
    this.#offer = null
  }

  #task(): EmbeddingTask {
    const operation = this.#dependencies.catalogue.embeddingOperation()
    if (!operation) throw new StudioError({ code: formErrors.unknownOperation, money: 'none' })
    return { operation: operation.id, field: operation.titleField }
  }

  /**
   * The limits of a model. The default ones if the current connection doesn't offer it: its embeddings can still be
   * compared.
   */
  #limitsOf(model: string): Limits {
    try {
      const task = this.#task()
      return limitsOf(this.#dependencies.drafts.formsOf(task.operation), model, task)
    } catch (error) {
      if (error instanceof StudioError) return DEFAULT_LIMITS
      throw error
    }
  }

  #sourceOf(maxBytes: number | undefined): TextSource {
    const { catalogue } = this.#dependencies
    const fields = catalogue.all().flatMap(({ id }) => {
      const field = catalogue.textField(id)
      return field === undefined ? [] : [[id, field] as const]
    })
    return { fields: Object.fromEntries(fields), maxBytes }
  }

  #textOf(meaning: Meaning, source: TextSource): string {
    const text =
      'id' in meaning
        ? readTextOf(this.#dependencies.database, meaning.id, source)
        : normalizeText(meaning.text, source.maxBytes)
    if (text === '') throw new StudioError({ code: libraryErrors.textMissing, money: 'none' })
    return text
  }
}

interface Limits {
  /** Maximum size of a text in UTF-8; undefined without a limit. */
  maxBytes?: number
  /** Maximum size of a job. */
  maxTotalTokens: number
}

const DEFAULT_LIMITS: Limits = { maxTotalTokens: DEFAULT_MAX_TOKENS }

/** @throws StudioError `model_gone`. */
function limitsOf(forms: JobForms, model: string, { field }: EmbeddingTask): Limits {
  const found = forms.open(model).form.fields.find(({ name }) => name === field)
  if (found?.kind !== 'text') return DEFAULT_LIMITS
  const { maxTokens, maxTotalTokens = DEFAULT_MAX_TOKENS } = found
  return { ...(maxTokens !== undefined && { maxBytes: maxBytesOf(maxTokens) }), maxTotalTokens }
}

const quoteOutdated = () => new StudioError({ code: jobErrors.quoteOutdated, money: 'not_charged' })

/** Maximum number of texts per job: the vectors of so many are a response of about three megabytes. */
const MAX_TEXTS_PER_JOB = 200
/** Tokens besides the text itself: its beginning, its end, and one for its first space. */
const EXTRA_TOKENS = 3

/**
 * Splits texts into jobs. A text has at most as many tokens as bytes in UTF-8, because tokenizers split unknown characters into bytes. So no
 * job exceeds the model's limit, which only the service can count exactly.
 */
export function splitTexts(texts: readonly string[], maxTokens: number): string[][] {
  const jobs: string[][] = []
  let tokens = Infinity
  for (const text of texts) {
    const needed = Buffer.byteLength(text) + EXTRA_TOKENS
    const last = jobs.at(-1)
    if (last && last.length < MAX_TEXTS_PER_JOB && tokens + needed <= maxTokens) {
      last.push(text)
      tokens += needed
    } else {
      jobs.push([text])
      tokens = needed
    }
  }
  return jobs
}

/** The maximum size of a text in bytes, if each byte may be a token. */
const maxBytesOf = (maxTokens: number): number => Math.max(1, maxTokens - EXTRA_TOKENS)
