import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { formSchema, resetSchema, valuesSchema } from '../types/form.ts'
import { modelSummarySchema, operationSummarySchema } from '../types/model.ts'
import { issueSchema, problemSchema } from '../types/problem.ts'
import { quoteAnswerSchema } from '../types/quote.ts'

const overridesStateSchema = z.object({
  /** Of the settings file, whether or not it is there. */
  path: z.string(),
  /** Changes in words, by operation. */
  active: z.array(z.object({ operation: z.string(), changes: z.array(z.string()) })),
  /** What is wrong with the file, in words; then none of it is used. */
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
      /** Whether the models of the current connection were ever read: until then their counts say nothing. */
      listed: z.boolean(),
      /** Inference types the service lists that this studio does not know yet. */
      unknown: z.array(z.object({ type: z.string(), models: z.int() })),
    }),
  }),
  'models.list': defineRoute({
    input: z.object({ operation: z.string() }),
    output: z.object({
      models: z.array(modelSummarySchema),
      /** When the list was last read from the service; null: never. */
      refreshedAt: z.int().nullable(),
      refreshing: z.boolean(),
      problem: problemSchema.nullable(),
    }),
  }),
  'models.refresh': defineRoute({ input: z.void(), output: z.void() }),
  'forms.open': defineRoute({
    input: z.object({ operation: z.string(), model: z.string() }),
    output: formSchema,
  }),
  /** Every reason why these values cannot run; empty when they can. */
  'forms.check': defineRoute({ input: draft, output: z.object({ issues: z.array(issueSchema) }) }),
  /** Moves values to another model: keeps what it takes, resets what it refuses, and says so. */
  'forms.carry': defineRoute({
    input: z.object({ operation: z.string(), model: z.string(), values: valuesSchema }),
    output: z.object({ form: formSchema, values: valuesSchema, resets: z.array(resetSchema) }),
  }),
  /**
   * The live price of a draft. The studio waits for the typing to pause, answers `superseded` to overtaken
   * questions, shares answers between equal priced bodies, and never asks twice for what it knows. A `choice`, such as
   * a preset picked, does not wait for a pause.
   */
  'quotes.price': defineRoute({
    input: draft.extend({ draft: z.string(), kind: z.enum(['typing', 'choice']).optional() }),
    output: quoteAnswerSchema,
  }),
  /** The settings file that changes how operations are asked for, as it was last read. */
  'catalogue.overrides': defineRoute({ input: z.void(), output: overridesStateSchema }),
  /** Reads that file again; where it is wrong nothing changes. */
  'catalogue.reload': defineRoute({ input: z.void(), output: overridesStateSchema }),
}
