import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { balanceSchema, budgetSchema, budgetScopeSchema, spendReportSchema } from '../types/budget.ts'
import { moneySchema } from '../types/money.ts'

/** Local days as `YYYY-MM-DD`, both inclusive. */
const day = z.iso.date()
const span = z.object({ from: day, to: day })

export const budgetRoutes = {
  'budgets.get': defineRoute({ input: z.void(), output: z.object({ budgets: z.array(budgetSchema) }) }),
  /** Sets or (null) takes away a cap. Refused: a cap of 0 or of more than a million dollars. */
  'budgets.set': defineRoute({
    input: z.object({
      scope: budgetScopeSchema,
      cap: moneySchema.min(1).max(1_000_000_000_000_000).nullable(),
    }),
    output: z.object({ budgets: z.array(budgetSchema) }),
  }),
  'spend.report': defineRoute({
    input: span.extend({ by: z.enum(['day', 'model', 'task', 'connection']) }),
    output: spendReportSchema,
  }),
  /** One line per job with what became of its quote. */
  'spend.csv': defineRoute({
    input: span,
    output: z.object({ fileName: z.string(), mime: z.string(), text: z.string() }),
  }),
  /** Asks the current connection; nothing is kept but the first balance of the sitting. */
  'balance.get': defineRoute({ input: z.void(), output: balanceSchema }),
}
