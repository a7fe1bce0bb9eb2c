import { z } from 'zod'
import {
  MAX_CONDITIONS,
  MAX_SEARCH_LENGTH,
  MAX_CONDITION_VALUE_LENGTH,
  MAX_CONDITION_VALUES,
} from '../../constraints/limits.ts'

/** Whether results that match are shown or left out. */
const is = z.boolean()
/** Bounds of a range, both included; null for none. At least one is given. */
const range = { min: z.number().nullable(), max: z.number().nullable() }

/**
 * Fields whose values are texts: ids of tasks (`operation`), slugs of models, ids of connections, batches and collections, and tags. A shape
 * is `landscape`, `portrait` or `square`; a collection doesn't include those inside it. `file` is `missing` or `changed` for a file that was
 * last seen so, and no value for an intact one.
 */
export const valueFields = [
  'kind',
  'operation',
  'model',
  'connection',
  'batch',
  'collection',
  'tag',
  'shape',
  'file',
] as const
/** Fields that are true or false. `used`: it is an input of another job. `edited`: its text was edited. `imported`: it is the user's own file. */
export const flagFields = ['starred', 'used', 'edited', 'imported'] as const
/**
 * Fields with a range. `rating`: 0 (unrated) to 5. `price`: nano-dollars. `duration`: milliseconds. `size`: bytes of the file.
 * `pixels`: of the longer side. `date`: milliseconds since the epoch. A result without the value matches no range.
 */
export const rangeFields = ['rating', 'price', 'duration', 'size', 'pixels', 'date', 'seed'] as const

/** Periods that end now: today, the last seven days, this month, this year. */
export const datePeriods = ['today', 'week', 'month', 'year'] as const
export type DatePeriod = (typeof datePeriods)[number]

/** One condition of a filter. The values of one condition are alternatives. */
export const conditionSchema = z.discriminatedUnion('field', [
  z.object({
    field: z.enum(valueFields),
    is,
    values: z.array(z.string().min(1).max(MAX_CONDITION_VALUE_LENGTH)).min(1).max(MAX_CONDITION_VALUES),
  }),
  z.object({ field: z.enum(flagFields), is }),
  z.object({
    field: z.enum(rangeFields),
    is,
    ...range,
    /** Only for `date`: the period that the bounds were computed from. The window computes them again when it uses the filter later. */
    period: z.enum(datePeriods).optional(),
  }),
])
export type Condition = z.infer<typeof conditionSchema>

/** Which results a list shows: those that match the search and every condition. */
export const libraryFilterSchema = z.object({
  /** The trash in place of the library. */
  trash: z.boolean(),
  /** Words; a result matches if each is the start of a word of its texts. */
  search: z.string().max(MAX_SEARCH_LENGTH),
  conditions: z.array(conditionSchema).max(MAX_CONDITIONS),
})
export type LibraryFilter = z.infer<typeof libraryFilterSchema>

/** The order of a list. Results without a value come last. Among equals, the newest comes first. */
export const librarySortSchema = z.object({
  by: z.enum(['date', 'price', 'duration', 'size']),
  descending: z.boolean(),
})
export type LibrarySort = z.infer<typeof librarySortSchema>

/** A filter saved under a name. */
export const savedSearchSchema = z.object({
  id: z.string(),
  name: z.string(),
  filter: libraryFilterSchema,
  sort: librarySortSchema,
})
export type SavedSearch = z.infer<typeof savedSearchSchema>
