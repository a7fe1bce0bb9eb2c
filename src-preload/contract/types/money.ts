import { z } from 'zod'
import { MAX_AMOUNT } from '../../constraints/limits.ts'

/** US dollars as whole nano-dollars (1e-9 $), so that sums are exact; the service's prices have up to 8 decimals. */
export const moneySchema = z.int().nonnegative()
export type Money = z.infer<typeof moneySchema>

/** A spending limit: more than zero and at most a million dollars. */
export const capSchema = moneySchema.min(1).max(MAX_AMOUNT)

/**
 * What a limit applies to: one click of a button (`run`), this session (since the studio started), the local day, the local
 * month, or the local month of one connection or collection.
 */
export const budgetScopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['run', 'session', 'day', 'month']) }),
  z.object({ kind: z.enum(['connection', 'collection']), id: z.string().min(1) }),
])
export type BudgetScope = z.infer<typeof budgetScopeSchema>

/** A limit with the sums of quotes that count against it: `used` was accepted or may have been, `reserved` is reserved by queued jobs. */
export const budgetSchema = z.object({
  scope: budgetScopeSchema,
  cap: moneySchema,
  used: moneySchema,
  reserved: moneySchema,
  /** `near` from 80% on, `full` when nothing more fits. */
  state: z.enum(['fine', 'near', 'full']),
})
export type Budget = z.infer<typeof budgetSchema>
