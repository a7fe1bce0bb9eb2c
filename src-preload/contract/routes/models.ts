import { z } from 'zod'
import { MAX_MODEL_CHANGES, MAX_PRICED_MODELS } from '../../constraints/limits.ts'
import { defineRoute } from '../route.ts'
import { formSchema, resetSchema, valuesSchema } from '../types/form.ts'
import { issueSchema } from '../types/issue.ts'
import { problemSchema } from '../types/problem.ts'
import { quoteResultSchema } from '../types/quote.ts'
import { tileSchema, viewerSchema } from '../types/asset.ts'
import { moneySchema } from '../types/money.ts'
import { durationRangeSchema } from '../types/progress.ts'
import { modelChangeSchema } from '../types/model.ts'

const operationSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The kind of output, by which tasks are listed. */
  group: z.enum(['image', 'video', 'audio', 'text']),
  /** The viewer for its results. */
  viewer: viewerSchema,
  /** Id of the composite task that lists it and runs it if the input fits; absent if it is listed by itself. */
  partOf: z.string().optional(),
  /** An example text and its field; null if the task needs more than a text. */
  example: z.object({ field: z.string(), text: z.string() }).nullable(),
  /** Number of models that offer it. */
  models: z.int(),
})

const modelSummarySchema = z.object({
  slug: z.string(),
  name: z.string(),
  operations: z.array(z.string()),
  /** Short facts for the picker, such as "8 steps" or "up to 2048 px". */
  facts: z.array(z.string()),
  /** No longer listed by the service; kept because drafts or results refer to it. */
  isDelisted: z.boolean(),
})

const overridesStateSchema = z.object({
  /** Path of the overrides file, whether or not it exists. */
  path: z.string(),
  /** Descriptions of the changes, by operation. */
  active: z.array(z.object({ operation: z.string(), changes: z.array(z.string()) })),
  /** Errors in the file. If there are any, none of its content is applied. */
  problems: z.array(z.string()),
  /** Text of a file that could be written there. */
  example: z.string(),
})

const draft = z.object({ operation: z.string(), model: z.string(), values: valuesSchema })

export const modelRoutes = {
  'operations.list': defineRoute({
    input: z.void(),
    output: z.object({
      operations: z.array(operationSummarySchema),
      /** Whether the models of the current connection have been loaded at least once; until then their counts are unknown. */
      listed: z.boolean(),
      /** Inference types that the service lists and Easel doesn't know. */
      unknown: z.array(z.object({ type: z.string(), models: z.int() })),
    }),
  }),
  'models.list': defineRoute({
    /** Null: the models of all tasks. */
    input: z.object({ operation: z.string().nullable() }),
    output: z.object({
      models: z.array(modelSummarySchema),
      /** When the list was last fetched from the service; null if never. */
      refreshedAt: z.int().nullable(),
      refreshing: z.boolean(),
      problem: problemSchema.nullable(),
    }),
  }),
  /** What the library knows about the listed models of a task that were used with the current connection. */
  'models.details': defineRoute({
    input: z.object({ operation: z.string() }),
    output: z.object({
      models: z.array(
        z.object({
          slug: z.string(),
          /** When its last job ended. */
          usedAt: z.int(),
          /** How long its jobs usually take, ms; null with too few. */
          usual: durationRangeSchema.nullable(),
          /** Its newest result that isn't in the trash, among its last jobs. */
          result: tileSchema.nullable(),
        }),
      ),
    }),
  }),
  /**
   * Prices of the same parameters with several models, adapted to each; a model without a known price is left out. Only for comparison, never
   * the price that a click is bound to. With `request`, outdated prices are requested, until one is unavailable or the rest of the service's
   * daily limit must be kept for single requests; then `canRequest` is false.
   */
  'models.prices': defineRoute({
    input: z.object({
      operation: z.string(),
      values: valuesSchema,
      models: z.array(z.string()).max(MAX_PRICED_MODELS),
      request: z.boolean(),
    }),
    output: z.object({
      prices: z.array(
        z.object({ slug: z.string(), price: moneySchema, quotedAt: z.int(), isCurrent: z.boolean() }),
      ),
      canRequest: z.boolean(),
    }),
  }),
  'models.refresh': defineRoute({ input: z.void(), output: z.void() }),
  /** What changed about the models of the current connection, in the service's order; null without a connection. */
  'models.changes': defineRoute({
    input: z.void(),
    output: z
      .object({
        connection: z.object({ id: z.string(), name: z.string() }),
        changes: z.array(modelChangeSchema),
      })
      .nullable(),
  }),
  /** The user has seen the changes of these models: they are not listed again. */
  'models.dismiss_changes': defineRoute({
    input: z.object({ connectionId: z.string(), slugs: z.array(z.string()).max(MAX_MODEL_CHANGES) }),
    output: z.void(),
  }),
  'forms.open': defineRoute({
    input: z.object({ operation: z.string(), model: z.string() }),
    output: formSchema,
  }),
  /** All issues of these values; empty if they can run. */
  'forms.check': defineRoute({ input: draft, output: z.object({ issues: z.array(issueSchema) }) }),
  /** Moves values to another model: keeps valid values, resets the others, and reports them. */
  'forms.adapt': defineRoute({
    input: z.object({ operation: z.string(), model: z.string(), values: valuesSchema }),
    output: z.object({ form: formSchema, values: valuesSchema, resets: z.array(resetSchema) }),
  }),
  /**
   * The live price of a draft. The studio debounces typing, returns `superseded` for older requests, shares responses between
   * requests whose price-relevant parameters are identical, and caches prices. A `choice`, such as applying a preset, is not debounced.
   */
  'quotes.price': defineRoute({
    input: draft.extend({ draftId: z.string(), kind: z.enum(['typing', 'choice']).optional() }),
    output: quoteResultSchema,
  }),
  /** The overrides file, which customizes operations, as last loaded. */
  'catalogue.overrides': defineRoute({ input: z.void(), output: overridesStateSchema }),
  /** Reloads the file; if it is invalid, the current overrides stay in effect. */
  'catalogue.reload': defineRoute({ input: z.void(), output: overridesStateSchema }),
}
