import { z } from 'zod'
import { MAX_AMOUNT } from '../../constraints/limits.ts'
import { defineRoute } from '../route.ts'
import { balanceHintSchema, balanceSchema, balanceSpanSchema } from '../types/balance.ts'
import { moneySchema, capSchema, budgetSchema, budgetScopeSchema } from '../types/money.ts'
import {
  daySchema,
  reportDaySchema,
  periodSchema,
  spendBySchema,
  spendJobSchema,
  spendReportSchema,
  spendRowSchema,
  spendSummarySchema,
} from '../types/spend.ts'

const connection = z.object({ connectionId: z.string() })

export const moneyRoutes = {
  'spend.summary': defineRoute({ input: z.void(), output: spendSummarySchema }),
  'spend.report': defineRoute({
    input: z.object({ period: periodSchema, by: spendBySchema }),
    output: spendReportSchema,
  }),
  /** The jobs of one row of a report, newest first, with that row. `key` is that of the row. */
  'spend.jobs': defineRoute({
    input: z
      .object({
        period: periodSchema,
        by: spendBySchema,
        key: z.string(),
        before: z.string().nullable(),
        limit: z.int().min(1).max(200),
      })
      .refine(({ by, key }) => by !== 'day' || reportDaySchema.safeParse(key).success, {
        message: 'not a day',
      }),
    output: z.object({
      from: daySchema,
      to: daySchema,
      row: spendRowSchema,
      jobs: z.array(spendJobSchema),
      next: z.string().nullable(),
    }),
  }),
  /**
   * Writes the jobs of a period to a CSV file, one line each, which is saved from `media.url('export', id)`. `bom`: with a byte order
   * mark, by which spreadsheets detect UTF-8.
   */
  'spend.export': defineRoute({
    input: z.object({ period: periodSchema, bom: z.boolean() }),
    output: z.object({ id: z.string(), fileName: z.string(), jobs: z.int() }),
  }),
  /** The last known balance. Requests a new one if it is old. */
  'balance.get': defineRoute({ input: connection, output: balanceSchema }),
  /** Sets the warning threshold; null for the default. */
  'balance.warn_below': defineRoute({
    input: connection.extend({ warnBelow: moneySchema.max(MAX_AMOUNT).nullable() }),
    output: balanceSchema,
  }),
  /** How the balance changed between readings, compared with the ledger, newest first. */
  'balance.spans': defineRoute({
    input: connection,
    output: z.object({ spans: z.array(balanceSpanSchema) }),
  }),
  /** What balances suggest about jobs that wait for a decision. */
  'balance.hints': defineRoute({ input: z.void(), output: z.object({ hints: z.array(balanceHintSchema) }) }),
}

export const budgetRoutes = {
  'budgets.get': defineRoute({ input: z.void(), output: z.object({ budgets: z.array(budgetSchema) }) }),
  /** Sets or (null) removes a limit. A limit of 0 or of more than a million dollars is rejected. */
  'budgets.set': defineRoute({
    input: z.object({
      scope: budgetScopeSchema,
      cap: capSchema.nullable(),
    }),
    output: z.object({ budgets: z.array(budgetSchema) }),
  }),
}
