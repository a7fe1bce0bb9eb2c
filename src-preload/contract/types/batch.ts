import { z } from 'zod'
import { valuesSchema } from './form.ts'
import { alreadyKindSchema } from './job.ts'
import { moneySchema } from './money.ts'
import { issueSchema, problemSchema } from './problem.ts'

/** The axis field by which rows differ in their model; its values are slugs. */
export const MODEL_AXIS = 'model'
/** The axis field of a size; its values are `{ width, height }`. */
export const SIZE_AXIS = 'size'
/** More rows than this are refused with their number before one of them is built. */
export const MAX_ROWS = 10_000
/** How many rows a preview holds at once; those with issues are always all there. */
export const SHOWN_ROWS = 500

/**
 * How one form becomes many rows. Parts multiply: table rows × files × axes × variants and wildcards × count; files
 * paired with table rows do not.
 */
export const planSchema = z.object({
  /** How often each row is made; `seeds` says whether each time with a seed of its own. */
  count: z.int().min(1),
  seeds: z.enum(['new', 'same']),
  /** `{a|b}` in a text stands for each of its parts; nested ones too; `\{`, `\|`, `\}` and `\\` are plain characters. */
  variants: z.boolean(),
  /** `__name__` in a text stands for each line of the list with that name. */
  wildcards: z.record(z.string().regex(/^[\p{L}\p{N} .-]+$/u), z.array(z.string()).max(100_000)),
  /** The values of a sweep, at most X, Y and Z: of any field, of `model`, or of `size`. */
  axes: z.array(z.object({ field: z.string(), values: z.array(z.json()).min(1) })).max(3),
  /** A table with a row per job: a CSV with a header line, or a text with a value per line, which goes into the one column `line`. */
  table: z
    .object({
      text: z.string().max(7_000_000),
      format: z.enum(['csv', 'lines']),
      /** Which column fills which field; columns left out are not used. */
      columns: z.record(z.string(), z.string()),
    })
    .nullable(),
  /** A folder of inputs for one field: a row each, or paired with the table's rows by a column with the name or by their order. */
  files: z
    .object({
      field: z.string(),
      files: z.array(z.object({ name: z.string(), id: z.string() })).min(1),
      pair: z.discriminatedUnion('by', [
        z.object({ by: z.literal('each') }),
        z.object({ by: z.literal('row') }),
        z.object({ by: z.literal('name'), column: z.string() }),
      ]),
    })
    .nullable(),
})
export type Plan = z.infer<typeof planSchema>

/** One row before it is a job. */
export const previewRowSchema = z.object({
  /** From 0, in the order of sending. */
  index: z.int(),
  title: z.string(),
  model: z.string(),
  /** What tells it from the others: its values on the axes, its table row, its file, which of the count. */
  label: z.record(z.string(), z.string()),
  /** Index on each axis, in their order; empty without axes. */
  at: z.array(z.int()),
  values: valuesSchema,
  /** Why it can't run; then it is not counted in the total. */
  issues: z.array(issueSchema),
  /** Null while not asked for, and where `problem` says why there is none. */
  price: moneySchema.nullable(),
  problem: problemSchema.nullable(),
  /** What the same is already. */
  already: alreadyKindSchema.nullable().optional(),
})
export type PreviewRow = z.infer<typeof previewRowSchema>

/** An expanded plan. The studio keeps it for as long as it may be enqueued; the id names it. */
export const batchPreviewSchema = z.object({
  id: z.string(),
  count: z.int(),
  /** The first 500, and every row with issues. */
  rows: z.array(previewRowSchema),
  /** Exact sum of the rows that have a price and no issues. */
  total: moneySchema,
  /** Rows that could run and have no price. */
  unpriced: z.int(),
  /** Rows with issues. */
  over: z.int(),
  /** Indexes of the rows whose same is made, in progress, or perhaps charged already: making them again costs again. */
  already: z.record(alreadyKindSchema, z.array(z.int())).optional(),
  /** Price calls still to be made: one for each distinct priced body not known; never more than the first preview said. */
  calls: z.int(),
  /** When the service may next be asked for a price, where it wants to be left alone. */
  waitsUntil: z.int().nullable(),
  /** What was odd about the table, such as columns that no row has or lines with too few cells. */
  remarks: z.array(
    z.object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }),
  ),
})
export type BatchPreview = z.infer<typeof batchPreviewSchema>

/** `waiting`: found unsent at a start, until someone resumes it. `why`: what paused it, other than the user. */
export const batchStateSchema = z.enum(['running', 'paused', 'waiting'])

export const batchSchema = z.object({
  id: z.string(),
  name: z.string(),
  operation: z.string(),
  connectionId: z.string(),
  state: batchStateSchema,
  /** Why it stands still, where not the user paused it: its cap, a budget, a full disk. */
  problem: problemSchema.nullable(),
  axes: planSchema.shape.axes,
  createdAt: z.int(),
  /** The most it may spend; null: no cap of its own. */
  cap: moneySchema.nullable(),
  /** The collection its results go to. */
  collection: z.string().nullable().optional(),
  jobs: z.int(),
  /** How many jobs are in which state of the queue. */
  unsent: z.int(),
  running: z.int(),
  saved: z.int(),
  failed: z.int(),
  uncertain: z.int(),
  cancelled: z.int(),
  /** Sums of quotes: of all, of what was accepted or may have been, and of what is not sent yet. */
  quoted: moneySchema,
  spent: moneySchema,
  held: moneySchema,
})
export type Batch = z.infer<typeof batchSchema>
