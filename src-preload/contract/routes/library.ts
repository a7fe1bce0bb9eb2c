import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { viewSchema } from '../types/view.ts'
import { assetDetailSchema, assetKindSchema, tileSchema, useSchema } from '../types/asset.ts'
import { exportFormatSchema, segmentSchema, transcriptSchema } from '../types/text.ts'

const id = z.object({ id: z.string() })
/** An end before its start is a mistake of the window's. */
const orderedSegment = segmentSchema.refine(
  ({ start, end }) => start === null || end === null || end >= start,
)
const ids = z.object({ ids: z.array(z.string()).min(1).max(10_000) })

export const libraryRoutes = {
  /**
   * Newest first, by keyset: `before` is the `next` of the page above. A search finds what has every word of it, from the
   * word's beginning, in its prompt, its name or its text.
   */
  'library.page': defineRoute({
    input: z.object({
      before: z.string().nullable(),
      /** In the place of `before`, from the other side: the `newer` of the page below, or null for the last page. */
      after: z.string().nullable().optional(),
      limit: z.int().min(1).max(500),
      trash: z.boolean(),
      search: z.string().max(10_000).optional(),
      /** Only results with a star. */
      starred: z.boolean().optional(),
      /** Only what is in this collection; `collection_not_found`. */
      collection: z.string().optional(),
      /** Only these; the totals stay those of all kinds. */
      kinds: z.array(assetKindSchema).min(1).optional(),
      view: viewSchema.optional(),
    }),
    output: z.object({
      tiles: z.array(tileSchema),
      next: z.string().nullable(),
      /** The `after` of the page above; told only where `after` was asked. */
      newer: z.string().nullable().optional(),
      total: z.int(),
      bytes: z.int(),
    }),
  }),
  'library.asset': defineRoute({ input: id, output: assetDetailSchema }),
  /** Gives results a star, or takes it away; nothing else of them changes. */
  'library.star': defineRoute({ input: ids.extend({ starred: z.boolean() }), output: z.void() }),
  'library.trash': defineRoute({ input: ids, output: z.void() }),
  'library.restore': defineRoute({ input: ids, output: z.void() }),
  /** Deletes trashed files for good. */
  'library.empty_trash': defineRoute({ input: z.void(), output: z.object({ deleted: z.int() }) }),
  /** Shows the file in the system's file manager; only with the `openFolder` capability. */
  'library.reveal': defineRoute({ input: id, output: z.void() }),
  /** The tasks that take this asset. */
  'library.uses': defineRoute({ input: id, output: z.object({ uses: z.array(useSchema) }) }),
  /** One step back, to what it was made from, and one forth, to what was made from it, newest first. */
  'library.lineage': defineRoute({
    input: id,
    output: z.object({ from: z.array(tileSchema), made: z.array(tileSchema) }),
  }),
  /** The current version of a transcript or any other text. */
  'library.transcript': defineRoute({
    input: id,
    output: transcriptSchema.extend({ edited: z.boolean() }),
  }),
  /** Keeps an edited version beside the original, which stays as it came. */
  'library.edit_text': defineRoute({
    input: z.union([
      z.object({ id: z.string(), segments: z.array(orderedSegment).max(100_000) }),
      z.object({ id: z.string(), text: z.string().max(5_000_000) }),
    ]),
    output: z.void(),
  }),
  /** Forgets the edited version. */
  'library.revert_text': defineRoute({ input: id, output: z.void() }),
  /** The current version as a file. `not_supported` where the format can't hold it, such as subtitles without times. */
  'library.export': defineRoute({
    input: z.object({ id: z.string(), format: exportFormatSchema }),
    output: z.object({ fileName: z.string(), mime: z.string(), base64: z.string() }),
  }),
  /** What is to be known of an embedding: how many vectors, their dimension, length of the first and its beginning. */
  'library.embedding': defineRoute({
    input: id,
    output: z.object({
      vectors: z.int(),
      dimension: z.int(),
      norm: z.number(),
      preview: z.array(z.number()),
      /** The words it was made of. */
      input: z.string(),
    }),
  }),
  /** The saved embeddings of the same model nearest to it, by cosine, nearest first. */
  'library.neighbours': defineRoute({
    input: z.object({ id: z.string(), limit: z.int().min(1).max(100) }),
    output: z.object({ neighbours: z.array(z.object({ tile: tileSchema, similarity: z.number() })) }),
  }),
  /**
   * The saved embeddings of one model for a map, newest first, by keyset: those of `id`'s, or of the model with the most. Their
   * vectors stand one after the other, as 32-bit floats, little-endian, in base64.
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
