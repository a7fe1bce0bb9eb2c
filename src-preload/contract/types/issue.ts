import { z } from 'zod'

const withParams = <Code extends string, Params extends z.ZodRawShape>(
  codes: readonly [Code, ...Code[]],
  params: Params,
) => z.object({ field: z.string(), code: z.enum(codes), params: z.object(params) })

const min = z.number()
const max = z.number()
/** The number of characters or tokens that a text has. */
const length = z.number()
/** The row of "More parameters", from 1. */
const row = z.int()
/** The name of the file; null if it is unknown. */
const name = z.string().nullable()
/** What was measured: bytes, seconds or pixels. */
const actual = z.number()

/** The `field` of an issue about a row of a table. */
export const TABLE_ISSUE_FIELD = 'table'

/** A reason why a form can't be submitted. `field` is a key of the form's values, such as `width` for a size field. */
export const issueSchema = z.discriminatedUnion('code', [
  z.object({
    field: z.string(),
    code: z.enum([
      'required',
      'not_a_number',
      'not_an_integer',
      'not_an_option',
      'not_https',
      'not_a_url',
      'wrong_kind',
      'unknown_field',
      // Another field of the group has a value, and only one may have one.
      'only_one_of_group',
    ]),
  }),
  withParams(['too_short'], { min, length }),
  withParams(['too_long', 'too_many_tokens'], { max, length }),
  withParams(['too_small'], { min }),
  withParams(['too_large'], { max }),
  withParams(['step_mismatch'], { step: z.number() }),
  withParams(['too_few'], { min }),
  withParams(['too_many'], { max }),
  withParams(['lora_unavailable', 'lora_repeated'], { lora: z.string() }),
  /** A row of a table has more cells than the table has columns; `text` begins with theirs. */
  withParams(['surplus_cells'], { count: z.int(), text: z.string() }),
  withParams(['bad_name', 'not_json'], { row }),
  withParams(['name_taken'], { row, entry: z.string() }),
  withParams(['file_missing', 'file_wrong_format', 'file_empty'], { name }),
  withParams(['file_too_short', 'file_side_too_small'], { name, min, actual }),
  withParams(['file_too_long', 'file_side_too_large', 'file_too_large'], { name, max, actual }),
])
export type Issue = z.infer<typeof issueSchema>
