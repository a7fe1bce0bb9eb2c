import { z } from 'zod'
import { defineRoute, viewSchema } from '../route.ts'
import { assetDetailSchema, assetKindSchema, tileSchema, useSchema } from '../types/asset.ts'
import { exportFormatSchema, segmentSchema, transcriptSchema } from '../types/text.ts'

const id = z.object({ id: z.string() })
/** Rejects an end before its start. */
const orderedSegment = segmentSchema.refine(
  ({ start, end }) => start === null || end === null || end >= start,
)
const ids = z.object({ ids: z.array(z.string()).min(1).max(10_000) })

export const libraryRoutes = {
  /**
   * Newest first, by keyset: `before` is the `next` of the previous page. A search finds results with words that start with each
   * of its words, in prompt, name or text.
   */
  'library.page': defineRoute({
    input: z.object({
      before: z.string().nullable(),
      /** Instead of `before`, to page towards newer results: the `newer` of the page below, or null for the last page. */
      after: z.string().nullable().optional(),
      limit: z.int().min(1).max(500),
      trash: z.boolean(),
      search: z.string().max(10_000).optional(),
      /** Only results with a star. */
      starred: z.boolean().optional(),
      /** Only results in this collection. Fails with `collection_not_found`. */
      collection: z.string().optional(),
      /** Only these kinds; the totals include all kinds. */
      kinds: z.array(assetKindSchema).min(1).optional(),
      view: viewSchema.optional(),
    }),
    output: z.object({
      tiles: z.array(tileSchema),
      next: z.string().nullable(),
      /** The `after` of the page above; only with `after`. */
      newer: z.string().nullable().optional(),
      total: z.int(),
      bytes: z.int(),
    }),
  }),
  'library.asset': defineRoute({ input: id, output: assetDetailSchema }),
  /** Sets or removes the star of results. */
  'library.star': defineRoute({ input: ids.extend({ starred: z.boolean() }), output: z.void() }),
  'library.trash': defineRoute({ input: ids, output: z.void() }),
  'library.restore': defineRoute({ input: ids, output: z.void() }),
  /** Deletes trashed files permanently. */
  'library.empty_trash': defineRoute({ input: z.void(), output: z.object({ deleted: z.int() }) }),
  /** Shows the file in the system's file manager; only with the `openFolder` capability. */
  'library.reveal': defineRoute({ input: id, output: z.void() }),
  /** The tasks that accept this asset as input. */
  'library.uses': defineRoute({ input: id, output: z.object({ uses: z.array(useSchema) }) }),
  /** The inputs of a result, and the results made from it, newest first. */
  'library.lineage': defineRoute({
    input: id,
    output: z.object({ from: z.array(tileSchema), made: z.array(tileSchema) }),
  }),
  /** The current version of a transcript or any other text. */
  'library.transcript': defineRoute({
    input: id,
    output: transcriptSchema.extend({ edited: z.boolean() }),
  }),
  /** Saves an edited version; the original stays unchanged. */
  'library.edit_text': defineRoute({
    input: z.union([
      z.object({ id: z.string(), segments: z.array(orderedSegment).max(100_000) }),
      z.object({ id: z.string(), text: z.string().max(5_000_000) }),
    ]),
    output: z.void(),
  }),
  /** Deletes the edited version. */
  'library.revert_text': defineRoute({ input: id, output: z.void() }),
  /**
   * The current version as a file. Fails with `not_supported` if the format can't represent it, such as subtitles without times.
   */
  'library.export': defineRoute({
    input: z.object({ id: z.string(), format: exportFormatSchema }),
    output: z.object({ fileName: z.string(), mime: z.string(), base64: z.string() }),
  }),
  /** Facts about an embedding: number of vectors, their dimension, the norm of the first and its first values. */
  'library.embedding': defineRoute({
    input: id,
    output: z.object({
      vectors: z.int(),
      dimension: z.int(),
      norm: z.number(),
      preview: z.array(z.number()),
      /** The text it was made from. */
      input: z.string(),
    }),
  }),
  /** The nearest saved embeddings of the same model by cosine similarity, nearest first. */
  'library.neighbours': defineRoute({
    input: z.object({ id: z.string(), limit: z.int().min(1).max(100) }),
    output: z.object({ neighbours: z.array(z.object({ tile: tileSchema, similarity: z.number() })) }),
  }),
  /**
   * The saved embeddings of one model for a map, newest first, by keyset: of the model of `id`, or of the model with the most. Their
   * vectors are concatenated as 32-bit floats, little-endian, in base64.
   */
  'library.map': defineRoute({
    input: z.object({
      id: z.string().optional(),
      before: z.string().nullable(),
      limit: z.int().min(1).max(500),
    }),
    output: z.object({
      points: z.array(z.object({ id: z.string(), title: z.string() })),
      dimension: z.int(),
      vectors: z.string(),
      next: z.string().nullable(),
    }),
  }),
}
