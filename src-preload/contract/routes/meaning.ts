import { z } from 'zod'
import { MAX_MEANING_LENGTH } from '../../constraints/limits.ts'
import { defineRoute, listIdSchema } from '../route.ts'
import { tileSchema } from '../types/asset.ts'
import { batchPreviewSchema, batchSchema } from '../types/batch.ts'
import { libraryFilterSchema } from '../types/filter.ts'
import { moneySchema } from '../types/money.ts'
import { nameSchema } from '../types/name.ts'

/** What results are compared with: the text of a result, or any text. */
export const meaningSchema = z.union([
  z.object({ id: z.string() }),
  z.object({ text: z.string().trim().min(1).max(MAX_MEANING_LENGTH) }),
])
export type Meaning = z.infer<typeof meaningSchema>

/** `model`: the slug of a model for embeddings. */
const input = z.object({ filter: libraryFilterSchema, meaning: meaningSchema, model: z.string() })

/**
 * Results sorted by meaning: by the embeddings of their prompts, or of the text of a text result. Embeddings are ordinary jobs; the vector of
 * each text is kept by connection and model, and is never requested a second time.
 */
export const meaningRoutes = {
  /** The results of a filter that are closest in meaning. Fails with `text_missing` if the result has no text. */
  'meaning.rank': defineRoute({
    input: input.extend({ limit: z.int().min(1).max(500), listId: listIdSchema.optional() }),
    output: z.object({
      /** What the results are compared with. */
      text: z.string(),
      /** Whether this text has an embedding. Without it there are no results. */
      isTextReady: z.boolean(),
      /** The closest first. `similarity`: the cosine of the angle between the embeddings, -1 to 1. */
      results: z.array(z.object({ tile: tileSchema, similarity: z.number() })),
      /** How many results of the filter have a text, and how many of these are compared. */
      total: z.int(),
      ready: z.int(),
    }),
  }),
  /**
   * The texts of a filter that need an embedding, as a batch that can be priced with `batches.price`. Supersedes the previous offer. Fails
   * like `meaning.rank`, and if the connection doesn't offer the model.
   */
  'meaning.offer': defineRoute({
    /** `includePaid`: also embeds the texts counted as `maybePaid`. */
    input: input.extend({ includePaid: z.boolean().optional() }),
    output: z.object({
      /** Numbers of distinct texts: to be embedded by this batch, already embedded, and being embedded. */
      missing: z.int(),
      known: z.int(),
      inProgress: z.int(),
      /** Texts whose embedding may have been paid for, but failed without a refund or can't be read. */
      maybePaid: z.int(),
      /** Whether more texts are missing than one batch takes; then the numbers count the newest results only. */
      hasMore: z.boolean(),
      /** A job for up to 200 texts; null if nothing is missing. */
      preview: batchPreviewSchema.nullable(),
    }),
  }),
  /**
   * Enqueues an offer at the total that was shown. The same click sent twice makes one batch. Fails with `quote_outdated` if the offer was
   * superseded, or if one of its texts has an embedding by now.
   */
  'meaning.enqueue': defineRoute({
    input: z.object({
      preview: z.string(),
      idempotencyKey: z.uuid(),
      name: nameSchema,
      total: moneySchema,
    }),
    output: batchSchema,
  }),
}
