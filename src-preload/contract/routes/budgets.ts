import { z } from 'zod'
import { defineRoute } from '../route.ts'
import { budgetSchema, budgetScopeSchema } from '../types/budget.ts'
import { capSchema } from '../types/money.ts'

export const budgetRoutes = {
  'budgets.get': defineRoute({ input: z.void(), output: z.object({ budgets: z.array(budgetSchema) }) }),
  /** Sets or (null) removes a limit. A limit of 0 or of more than a million dollars is refused. */
  'budgets.set': defineRoute({
    input: z.object({
      scope: budgetScopeSchema,
      cap: capSchema.nullable(),
    }),
    output: z.object({ budgets: z.array(budgetSchema) }),
  }),
}
