import { z } from 'zod'
import { MAX_AXES, MAX_TABLE_LENGTH } from '../../constraints/limits.ts'
import { MAX_WILDCARD_LINES, WILDCARD_NAME } from '../../constraints/wildcards.ts'
import { resetSchema, valuesSchema } from './form.ts'
import { duplicateStatusSchema } from './job.ts'
import { moneySchema } from './money.ts'
import { issueSchema } from './issue.ts'
import { problemSchema } from './problem.ts'

/** The axis field for the model; its values are slugs. */
export const MODEL_AXIS = 'model'
/** The axis field for the size; its values are `{ width, height }`. */
export const SIZE_AXIS = 'size'
/** Maximum number of rows in a preview, besides those that are always included because of their issues or price problems. */
export const SHOWN_ROWS = 500

/**
 * How one form becomes many rows. The parts are multiplied: table rows × files × axes × variants and wildcards × count. Files
 * that are paired with table rows are not.
 */
export const planSchema = z.object({
  /** How many jobs are made from each row. */
  count: z.int().min(1),
  /** `shared`: every row gets the same seeds, one for each of its jobs, so that only the rows differ; `new`: each job has its own seed. */
  seeds: z.enum(['shared', 'new']),
  /** `{a|b}` in a text is replaced by each of its parts; braces can be nested. `\{`, `\|`, `\}` and `\\` are literal characters. */
  variants: z.boolean(),
  /** `__name__` in a text is replaced by each line of the list with that name. */
  wildcards: z.record(z.string().regex(WILDCARD_NAME), z.array(z.string()).max(MAX_WILDCARD_LINES)),
  /** The values of a sweep, at most X, Y and Z: of any field, of `model`, or of `size`. */
  axes: z.array(z.object({ field: z.string(), values: z.array(z.json()).min(1) })).max(MAX_AXES),
  /** A table, whose rows are multiplied with the other parts: a CSV with a header line, or a text with a value per line, which becomes the column `line`. */
  table: z
    .object({
      text: z.string().max(MAX_TABLE_LENGTH),
      format: z.enum(['csv', 'lines']),
      /** The column for each field; other columns are not used. */
      columns: z.record(z.string(), z.string()),
    })
    .nullable(),
  /** A folder of inputs for one field: one row each, or paired with the rows of the table by a column of names or by their order. */
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

/** What a row repeats: a stored job with the same request, or an earlier row of its preview (`in_batch`). */
const rowDuplicateSchema = z.enum([...duplicateStatusSchema.options, 'in_batch'])
export type RowDuplicate = z.infer<typeof rowDuplicateSchema>

/** A row before it becomes a job. */
export const previewRowSchema = z.object({
  /** From 0, in the order of sending. */
  index: z.int(),
  title: z.string(),
  model: z.string(),
  /** What distinguishes it from other rows: its values on the axes, its table row, its file, its repetition. */
  label: z.record(z.string(), z.string()),
  /** Index of its value on each axis, in the order of the axes; empty without axes. */
  axisIndexes: z.array(z.int()),
  values: valuesSchema,
  /** Values of the form that its model doesn't allow, and what replaces them. */
  adjusted: z.array(resetSchema).optional(),
  /** Why it can't run. Such a row is not included in the total. */
  issues: z.array(issueSchema),
  /** Null if not requested yet, or unavailable because of `problem`. */
  price: moneySchema.nullable(),
  problem: problemSchema.nullable(),
  /** The status of an identical earlier request. */
  already: rowDuplicateSchema.nullable().optional(),
  /** The index of the first row with the same request; null if this is the first. */
  sameAs: z.int().nullable().optional(),
})
export type PreviewRow = z.infer<typeof previewRowSchema>

/** A warning about a preview. */
const previewWarningSchema = z.discriminatedUnion('code', [
  /** `rows` rows have too few or too many cells; the first of them is row `first`, from 1. */
  z.object({ code: z.literal('table_uneven'), params: z.object({ rows: z.int(), first: z.int() }) }),
  /** `count` columns fill no field; `names` has the first of them. */
  z.object({ code: z.literal('columns_unused'), params: z.object({ count: z.int(), names: z.string() }) }),
  /** The preview needs the prices of `calls` requests, but the service allows only `left` more for now. */
  z.object({ code: z.literal('price_quota'), params: z.object({ left: z.number(), calls: z.int() }) }),
])
export type PreviewWarning = z.infer<typeof previewWarningSchema>

/** An expanded plan. The studio keeps it under its id while it can be enqueued. */
export const batchPreviewSchema = z.object({
  id: z.string(),
  count: z.int(),
  /** The first 500, every row with issues, and for each kind of price problem the first row that has it. */
  rows: z.array(previewRowSchema),
  /** Exact total of the rows that have a price and no issues. */
  total: moneySchema,
  /** Number of rows without issues and without a price. */
  unpriced: z.int(),
  /** Number of rows with issues. */
  invalidRows: z.int(),
  /**
   * Indexes of the rows with an identical earlier request that is completed, in progress or possibly charged, or that is an earlier row;
   * each would be charged again.
   */
  already: z.record(rowDuplicateSchema, z.array(z.int())).optional(),
  /** Number of pending price requests: one for each distinct price body without a known price; never more than in the first preview. */
  pricesToRequest: z.int(),
  /** When the next price may be requested, if the service limits requests. */
  waitsUntil: z.int().nullable(),
  warnings: z.array(previewWarningSchema),
})
export type BatchPreview = z.infer<typeof batchPreviewSchema>

/** `running`: also when all its jobs have ended. `waiting`: found unsent at startup; waits until the user resumes it. */
export const batchStateSchema = z.enum(['running', 'paused', 'waiting'])

export const batchSchema = z.object({
  id: z.string(),
  name: z.string(),
  operation: z.string(),
  connectionId: z.string(),
  state: batchStateSchema,
  /** Why it is paused or makes no progress: its cap, another limit, a full disk. Null if the user paused it, or if nothing blocks it. */
  problem: problemSchema.nullable(),
  axes: planSchema.shape.axes,
  createdAt: z.int(),
  /** Its own spending limit; null if it has none. */
  cap: moneySchema.nullable(),
  /** The collection its results go to. */
  collection: z.string().nullable().optional(),
  jobs: z.int(),
  /** Number of jobs that are `queued`. */
  unsent: z.int(),
  /** Number of jobs that are `sending`, `running` or `saving`. */
  running: z.int(),
  saved: z.int(),
  /** Number of jobs that are `failed`, `rejected`, `vanished` or `unsaved`. */
  failed: z.int(),
  /** Number of jobs that are `uncertain` or `closed`. */
  uncertain: z.int(),
  cancelled: z.int(),
  /** Sums of quotes: of all jobs, of those accepted or possibly accepted, and of those not sent yet. */
  quoted: moneySchema,
  spent: moneySchema,
  reserved: moneySchema,
})
export type Batch = z.infer<typeof batchSchema>
