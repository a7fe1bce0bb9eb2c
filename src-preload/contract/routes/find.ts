import { z } from 'zod'
import { MAX_COUNTED_CONDITIONS, MAX_SUMMARIES, MAX_VALUE_SEARCH_LENGTH } from '../../constraints/limits.ts'
import { defineRoute, listIdSchema } from '../route.ts'
import { assetCoverSchema } from '../types/collection.ts'
import {
  conditionSchema,
  libraryFilterSchema,
  librarySortSchema,
  savedSearchSchema,
  valueFields,
} from '../types/filter.ts'
import { nameSchema } from '../types/name.ts'

/** Counts of a filtered list, which fail like the list itself (`library.page`), and saved filters. */
export const findRoutes = {
  /** The number of results of a filter and their size in bytes. */
  'library.count': defineRoute({
    input: z.object({ filter: libraryFilterSchema, listId: listIdSchema.optional() }),
    output: z.object({ total: z.int(), bytes: z.int() }),
  }),
  /**
   * How many results of a filter have each value, most frequent first. With `search`, only values whose label contains each of its words, an
   * exact match first. At most 100 values per field, besides those of the filter. The counts of a field ignore the conditions on that field,
   * so that each is the number of results if its value were chosen. Counts end at 10,001, which means "10,000+". The label of a kind or a
   * shape is its value.
   */
  'library.facets': defineRoute({
    input: z.object({
      filter: libraryFilterSchema,
      search: z.string().max(MAX_VALUE_SEARCH_LENGTH).optional(),
      listId: listIdSchema.optional(),
    }),
    output: z.object({
      facets: z.array(
        z.object({
          field: z.enum(valueFields),
          values: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })),
        }),
      ),
    }),
  }),
  /**
   * How many results of a filter match each condition, if it were the only one on its field. Counts end at 10,001, like those of
   * `library.facets`.
   */
  'library.count_conditions': defineRoute({
    input: z.object({
      filter: libraryFilterSchema,
      conditions: z.array(conditionSchema).max(MAX_COUNTED_CONDITIONS),
      listId: listIdSchema.optional(),
    }),
    output: z.object({ counts: z.array(z.int()) }),
  }),
  /** The days of this machine's time zone on which results of a filter were made, newest first, and how many. */
  'library.timeline': defineRoute({
    input: z.object({ filter: libraryFilterSchema, listId: listIdSchema.optional() }),
    output: z.object({
      /** Days since 1970-01-01, in local time. */
      days: z.array(z.int()),
      counts: z.array(z.int()),
    }),
  }),
  /**
   * The values that a list is sorted by, at up to 500 ranks: those of the first and the last result, and at equal distances between them.
   * The rank of a result is its index in the list. Null for missing values.
   */
  'library.values': defineRoute({
    input: z.object({
      filter: libraryFilterSchema,
      sort: librarySortSchema,
      listId: listIdSchema.optional(),
    }),
    output: z.object({
      /** Number of results. */
      total: z.int(),
      values: z.array(z.number().nullable()),
    }),
  }),
  /**
   * Where a page starts that begins with the result of a rank, or with the first one at or after a time in milliseconds since the epoch, in
   * the order of the list: the `before` of `library.page`. A rank beyond the end is that of the last result. A time is possible only in a
   * list by date, otherwise it fails with `invalid_input`.
   */
  'library.cursor': defineRoute({
    input: z.object({
      filter: libraryFilterSchema,
      sort: librarySortSchema,
      place: z.union([z.object({ rank: z.int().nonnegative() }), z.object({ time: z.int().nonnegative() })]),
      listId: listIdSchema.optional(),
    }),
    output: z.object({ before: z.string().nullable() }),
  }),
  /** Sorted by name. */
  'searches.list': defineRoute({
    input: z.void(),
    output: z.object({ searches: z.array(savedSearchSchema) }),
  }),
  /**
   * The number of results of each filter, which ends at 10,001, and its newest result. Both are read as counts are: after the lists on
   * screen. A filter by a deleted collection has none.
   */
  'searches.summaries': defineRoute({
    input: z.object({
      searches: z.array(savedSearchSchema.pick({ id: true, filter: true })).max(MAX_SUMMARIES),
      listId: listIdSchema.optional(),
    }),
    output: z.object({
      summaries: z.array(z.object({ id: z.string(), count: z.int(), cover: assetCoverSchema.nullable() })),
    }),
  }),
  /** Saves a filter, or replaces the saved one with the same id. Fails with `search_name_taken`. */
  'searches.save': defineRoute({
    input: savedSearchSchema.extend({ id: z.string().optional(), name: nameSchema }),
    output: savedSearchSchema,
  }),
  'searches.delete': defineRoute({ input: z.object({ id: z.string() }), output: z.void() }),
}
