import { z } from 'zod'
import { moneySchema } from './money.ts'

/**
 * The scope of a limit: one click of a button, this session (since the studio started), the local day, the local month, or
 * the month of one connection (`connection:` and its id) or of one collection (`collection:` and its id).
 */
export const budgetScopeSchema = z.string().regex(/^(run|session|day|month|connection:.+|collection:.+)$/)

/** A limit with the sums of quotes that count against it: `used` was accepted or may have been, `held` is reserved by queued jobs. */
export const budgetSchema = z.object({
  scope: budgetScopeSchema,
  cap: moneySchema,
  used: moneySchema,
  held: moneySchema,
  /** `near` from 80% on, `full` when nothing more fits. */
  state: z.enum(['fine', 'near', 'full']),
})
export type Budget = z.infer<typeof budgetSchema>
