import { z } from 'zod'
import { moneySchema } from './money.ts'

/** Nano-dollars that may be negative: a balance or its change. */
const signedSchema = z.int()

/** The balance that the service reports, compared with what the queue needs. */
export const balanceSchema = z.object({
  connectionId: z.string(),
  /** `unsupported`: the service reports no balance. `failed`: the last request failed. */
  state: z.enum(['reported', 'unsupported', 'failed', 'not_requested']),
  /** The last reported balance and its time; null if there is none. */
  balance: signedSchema.nullable(),
  at: z.int().nullable(),
  /** The user is warned below this balance. */
  warnBelow: moneySchema,
  /** Sum of the quotes of the jobs queued on the connection. */
  reserved: moneySchema,
  /** How much the queue needs beyond the balance; 0 if the balance suffices or is unknown. */
  shortfall: moneySchema,
  /** `minimum`: so low that services reject every job, however cheap (service.md §Balance). */
  level: z.enum(['fine', 'low', 'minimum']),
})
export type Balance = z.infer<typeof balanceSchema>

/** A job that may have changed the balance between two readings. */
const spanJobSchema = z.object({
  id: z.string(),
  title: z.string(),
  amount: moneySchema,
  /** `open`: in progress, so the balance doesn't show its outcome yet. */
  outcome: z.enum(['charged', 'refunded', 'not_charged', 'open', 'uncertain']),
})
export type BalanceSpanJob = z.infer<typeof spanJobSchema>

/** Two readings of a balance, compared with the ledger. */
export const balanceSpanSchema = z.object({
  from: z.int(),
  to: z.int(),
  before: signedSchema,
  after: signedSchema,
  /** By how much it fell; negative if it rose. */
  decrease: signedSchema,
  /** By how much it should have fallen according to the ledger, without uncertain jobs. */
  expectedDecrease: signedSchema,
  /** Sum of the quotes of the uncertain jobs in this time. */
  uncertain: moneySchema,
  /** The part of `decrease` that no job of the ledger explains; 0 if all of it is explained. */
  unexplained: signedSchema,
  /** A rise that the ledger doesn't explain, probably money paid in. */
  topUp: moneySchema,
  /** Whether some of its jobs are still in progress. */
  hasRunningJobs: z.boolean(),
  /** At most 50, the most expensive first. */
  jobs: z.array(spanJobSchema),
  moreJobs: z.int(),
})
export type BalanceSpan = z.infer<typeof balanceSpanSchema>

/** What the balance suggests about a job whose response was lost. Only a hint. */
export const balanceHintSchema = z.object({ id: z.string(), suggests: z.enum(['charged', 'not_charged']) })
export type BalanceHint = z.infer<typeof balanceHintSchema>
