import { z } from 'zod'
import { moneySchema } from './money.ts'

/**
 * What a cap is over: one press of a button, this sitting (since the studio started), the local day, the local month, or
 * the month of one connection (`connection:` and its id).
 */
export const budgetScopeSchema = z.string().regex(/^(press|sitting|day|month|connection:.+)$/)
export type BudgetScope = z.infer<typeof budgetScopeSchema>

/** A cap with what counts against it: what was accepted or may have been, and what queued jobs hold. Sums of quotes. */
export const budgetSchema = z.object({
  scope: budgetScopeSchema,
  cap: moneySchema,
  used: moneySchema,
  held: moneySchema,
  /** `near` from 80 % on, `full` where nothing more fits. */
  state: z.enum(['fine', 'near', 'full']),
})
export type Budget = z.infer<typeof budgetSchema>

const sums = {
  jobs: z.int(),
  quoted: moneySchema,
  /** Accepted by the service and not given back. Never called "charged": the service tells no bill. */
  settled: moneySchema,
  refunded: moneySchema,
  uncertain: moneySchema,
}
export const spendReportSchema = z.object({
  rows: z.array(z.object({ key: z.string(), label: z.string(), ...sums })),
  total: z.object(sums),
})
export type SpendReport = z.infer<typeof spendReportSchema>

export const balanceSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('told'),
    balance: moneySchema,
    at: z.int(),
    /** Below what the service wants for any job, or below what the queue holds. */
    low: z.boolean(),
    /** Against the balance told first in this sitting: how much it fell, and what the ledger settled meanwhile; null at first. */
    since: z.object({ at: z.int(), fell: z.int(), settled: moneySchema }).nullable(),
  }),
  /** The service tells none, or did not this time. */
  z.object({ state: z.literal('unknown'), code: z.string() }),
])
export type Balance = z.infer<typeof balanceSchema>
