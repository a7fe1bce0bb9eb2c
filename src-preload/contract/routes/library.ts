import { z } from 'zod'
import { MAX_EDITED_TEXT_LENGTH, MAX_IDS, MAX_SEARCH_LENGTH } from '../../constraints/limits.ts'
import { defineRoute, listIdSchema } from '../route.ts'
import { assetDetailSchema, assetKindSchema, tileSchema, assetUseSchema } from '../types/asset.ts'
import { libraryFilterSchema, librarySortSchema } from '../types/filter.ts'
import { exportFormatSchema, segmentSchema, transcriptSchema } from '../types/text.ts'
import { collectionSchema } from '../types/collection.ts'
import { nameSchema } from '../types/name.ts'

const id = z.object({ id: z.string() })
/** Rejects an end before its start. */
const orderedSegment = segmentSchema.refine(
  ({ start, end }) => start === null || end === null || end >= start,
)
const ids = z.object({ ids: z.array(z.string()).min(1).max(MAX_IDS) })
/** The results that a call changed. */
const changedIds = z.object({ changed: z.array(z.string()) })

export const libraryRoutes = {
  /**
   * In the requested order, by keyset: `before` is the `next` of the previous page, or from `library.cursor`. A page can have fewer results
   * than `limit`, because it ends before 64 KB.
   */
  'library.page': defineRoute({
    input: z.object({
      before: z.string().nullable(),
      /** Pages towards newer results, instead of `before`: the `previous` of an older page; null starts at the oldest results. */
      after: z.string().nullable().optional(),
      limit: z.int().min(1).max(500),
      /** Fails with `collection_not_found` if it has a condition on an unknown collection. */
      filter: libraryFilterSchema,
      sort: librarySortSchema,
      listId: listIdSchema.optional(),
    }),
    output: z.object({
      tiles: z.array(tileSchema),
      /** The `before` of the next older page; null if there is none. */
      next: z.string().nullable(),
      /** The `after` of the next newer page; null if there is none. Not in a response to a request for the first page. */
      previous: z.string().nullable().optional(),
      /** Null where counting takes longer than the page: see `library.count`. */
      totals: z.object({ total: z.int(), bytes: z.int() }).nullable(),
    }),
  }),
  /**
   * The ids of results in the requested order, for selecting results that are not loaded. By keyset like `library.page`, and fails like it.
   */
  'library.ids': defineRoute({
    input: z.object({
      before: z.string().nullable(),
      limit: z.int().min(1).max(MAX_IDS),
      filter: libraryFilterSchema,
      sort: librarySortSchema,
      listId: listIdSchema.optional(),
    }),
    output: z.object({ ids: z.array(z.string()), next: z.string().nullable() }),
  }),
  'library.asset': defineRoute({ input: id, output: assetDetailSchema }),
  /** Sets or removes the star of results. Like the next two routes, it returns the results that it changed. */
  'library.star': defineRoute({ input: ids.extend({ starred: z.boolean() }), output: changedIds }),
  'library.trash': defineRoute({ input: ids, output: changedIds }),
  'library.restore': defineRoute({ input: ids, output: changedIds }),
  /** Deletes trashed files permanently. */
  'library.empty_trash': defineRoute({ input: z.void(), output: z.object({ deleted: z.int() }) }),
  /** Shows the file in the system's file manager; only with the `openFolder` capability. */
  'library.reveal': defineRoute({ input: id, output: z.void() }),
  /** Shows the folder of the library in the system's file manager; only with the `openFolder` capability. */
  'library.open_folder': defineRoute({ input: z.void(), output: z.void() }),
  /** The tasks that accept this asset as input. */
  'library.uses': defineRoute({ input: id, output: z.object({ uses: z.array(assetUseSchema) }) }),
  /** The current version of a transcript or any other text. */
  'library.transcript': defineRoute({
    input: id,
    output: transcriptSchema.extend({ edited: z.boolean() }),
  }),
  /** Saves an edited version; the original stays unchanged. */
  'library.edit_text': defineRoute({
    input: z.union([
      z.object({ id: z.string(), segments: z.array(orderedSegment).max(100_000) }),
      z.object({ id: z.string(), text: z.string().max(MAX_EDITED_TEXT_LENGTH) }),
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
  'library.embeddings': defineRoute({
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

const assetIds = z.array(z.string()).max(MAX_IDS)

export const collectionRoutes = {
  /** Sorted by name. "All" is not a collection but the library. */
  'collections.list': defineRoute({
    input: z.void(),
    output: z.object({ collections: z.array(collectionSchema) }),
  }),
  /**
   * Creates a collection with the results of `ids`, if any, inside the collection `parentId`, if any. Fails with
   * `collection_name_taken`, `collection_not_found` or `collection_nesting`.
   */
  'collections.create': defineRoute({
    input: z.object({
      name: nameSchema,
      ids: assetIds.optional(),
      parentId: z.string().nullable().optional(),
    }),
    output: collectionSchema,
  }),
  'collections.rename': defineRoute({ input: id.extend({ name: nameSchema }), output: collectionSchema }),
  /**
   * Moves a collection into another one, or out of it with null. Fails with `collection_nesting` if the other one is in a collection
   * itself, or if the moved one contains collections.
   */
  'collections.move': defineRoute({
    input: id.extend({ parentId: z.string().nullable() }),
    output: collectionSchema,
  }),
  /** Makes one of its results the cover of a collection; null for its newest result. Fails with `asset_not_found`. */
  'collections.set_cover': defineRoute({
    input: id.extend({ assetId: z.string().nullable() }),
    output: collectionSchema,
  }),
  /**
   * Deletes a collection without its results. Collections inside it move to the top level, open jobs continue without the collection, and
   * its spending limit is removed.
   */
  'collections.delete': defineRoute({ input: id, output: z.void() }),
  /**
   * Undoes a deletion of this session, with results, cover, nesting and limit. The name gets a number if another collection has it. Fails
   * with `collection_not_found`.
   */
  'collections.restore': defineRoute({ input: id, output: collectionSchema }),
  /** Only results can be added; those already in it and other ids are ignored. Returns the added results. */
  'collections.add': defineRoute({
    input: id.extend({ ids: assetIds }),
    output: changedIds,
  }),
  'collections.remove': defineRoute({
    input: id.extend({ ids: assetIds }),
    output: changedIds,
  }),
}

export const inputRoutes = {
  /** Earlier inputs, newest first, by keyset; a search finds names with all of its words. */
  'inputs.page': defineRoute({
    input: z.object({
      before: z.string().regex(/^\d+$/).nullable(),
      limit: z.int().min(1).max(500),
      kinds: z.array(assetKindSchema).min(1),
      search: z.string().max(MAX_SEARCH_LENGTH).optional(),
      listId: listIdSchema.optional(),
    }),
    output: z.object({ tiles: z.array(tileSchema), next: z.string().nullable() }),
  }),
  /** Disk usage of inputs, and how much of it nothing refers to: no job, parameters, draft, or form of this session. */
  'inputs.usage': defineRoute({
    input: z.void(),
    output: z.object({
      files: z.int(),
      bytes: z.int(),
      unusedFiles: z.int(),
      unusedBytes: z.int(),
      /** Complete results without a job, in the folder `found`. */
      found: z.object({ folder: z.string(), files: z.int(), bytes: z.int() }),
    }),
  }),
  /** Deletes the unused inputs. */
  'inputs.clean': defineRoute({
    input: z.void(),
    output: z.object({ deleted: z.int(), bytes: z.int() }),
  }),
}
