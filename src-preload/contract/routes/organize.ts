import { z } from 'zod'
import { defineRoute } from '../route.ts'
import {
  MAX_CHANGED_TAGS,
  MAX_FILTER_TAGS,
  MAX_IDS,
  MAX_NOTE_LENGTH,
  MAX_TAG_LENGTH,
} from '../../constraints/limits.ts'
import { tagNameSchema, tagSchema } from '../types/tag.ts'

const ids = z.array(z.string()).min(1).max(MAX_IDS)
const tagNames = z.array(tagNameSchema).max(MAX_CHANGED_TAGS)
/** A tag as it is stored, and ids of results. */
const taggedIds = z.array(z.object({ tag: z.string(), ids: z.array(z.string()) }))

/** Ratings, tags and notes of results, and what has expired in the trash. Calls with many results return what they changed, so that the window can undo it exactly. */
export const organizeRoutes = {
  /** Sets the rating of results, 0 for none. Returns the changed results by their previous rating. Fails with `asset_not_found` if none of them exists. */
  'library.rate': defineRoute({
    input: z.object({ ids, rating: z.int().min(0).max(5) }),
    output: z.object({
      previous: z.array(z.object({ rating: z.int().min(0).max(5), ids: z.array(z.string()) })),
    }),
  }),
  /**
   * Adds tags to results and removes tags from them. New tags are created. Returns the results that each tag was added to or removed
   * from. Fails with `asset_not_found` if none of the results exists.
   */
  'library.tag': defineRoute({
    input: z.object({ ids, add: tagNames, remove: tagNames }),
    output: z.object({ added: taggedIds, removed: taggedIds }),
  }),
  /** Sets the note of a result, empty for none. Fails with `asset_not_found`. */
  'library.note': defineRoute({
    input: z.object({ id: z.string(), note: z.string().max(MAX_NOTE_LENGTH) }),
    output: z.void(),
  }),
  /** How many of these results have each tag, most frequent first; at most 1,000 tags. */
  'tags.count': defineRoute({
    input: z.object({ ids }),
    output: z.object({ tags: z.array(tagSchema) }),
  }),
  /** Tags with a word that starts with `search`, most used first, without the first `skip` of them. */
  'tags.list': defineRoute({
    input: z.object({
      search: z.string().max(MAX_TAG_LENGTH),
      skip: z.int().min(0).optional(),
      limit: z.int().min(1).max(1000),
    }),
    output: z.object({ tags: z.array(tagSchema), total: z.int() }),
  }),
  /** The given names that no tag has. */
  'tags.missing': defineRoute({
    input: z.object({ names: z.array(z.string()).max(MAX_FILTER_TAGS) }),
    output: z.object({ names: z.array(z.string()) }),
  }),
  /**
   * Renames a tag, also in saved searches. If another tag has the new name, the two are merged if `merge` is true; otherwise it fails with
   * `tag_name_taken`. Fails with `tag_not_found`. Returns the `change` for `tags.undo`.
   */
  'tags.rename': defineRoute({
    input: z.object({ name: tagNameSchema, newName: tagNameSchema, merge: z.boolean() }),
    output: z.object({ change: z.string() }),
  }),
  /** Removes a tag from all results. Saved searches keep it. Fails with `tag_not_found`. Returns the `change` for `tags.undo`. */
  'tags.delete': defineRoute({
    input: z.object({ name: tagNameSchema }),
    output: z.object({ change: z.string() }),
  }),
  /** Undoes a renaming or deletion of this session exactly. Fails with `tag_not_found` if it is unknown or already undone. */
  'tags.undo': defineRoute({ input: z.object({ change: z.string() }), output: z.void() }),
  /** Number of results moved to the trash more than this many days ago. */
  'library.count_expired': defineRoute({
    input: z.object({ days: z.int().min(1) }),
    output: z.object({ results: z.int() }),
  }),
}
