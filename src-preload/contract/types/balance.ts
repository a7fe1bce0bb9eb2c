import { z } from 'zod'
import { moneySchema } from './money.ts'

/** Nano-dollars that may be below zero: a balance, or how it moved. */
const signedSchema = z.int()

/** What the service tells of an account's money, and how it stands to what the queue needs. */
export const balanceSchema = z.object({
  connectionId: z.string(),
  /** `untold`: this service tells no balance. `unread`: it could not be asked last time. `unasked`: not asked yet. */
  state: z.enum(['told', 'untold', 'unread', 'unasked']),
  /** The last that was told, and when; null where there is none. */
  balance: signedSchema.nullable(),
  at: z.int().nullable(),
  /** Below it the user is warned. */
  low: moneySchema,
  /** Quotes held by what is queued on the connection. */
  held: moneySchema,
  /** What the queue needs more than the balance; 0 where it suffices, or is not known. */
  short: moneySchema,
  /** `minimum`: so low that services refuse every job, however cheap (service.md §Rate limits). */
  level: z.enum(['fine', 'low', 'minimum']),
})
export type Balance = z.infer<typeof balanceSchema>

/** A job whose money may have moved between two readings. */
const movedJobSchema = z.object({
  id: z.string(),
  title: z.string(),
  amount: moneySchema,
  /** `open`: in progress, and the balance does not tell yet. */
  as: z.enum(['charged', 'refunded', 'not_charged', 'open', 'uncertain']),
})
export type MovedJob = z.infer<typeof movedJobSchema>

/** Two readings of one balance, held against the ledger. */
export const balanceSpanSchema = z.object({
  from: z.int(),
  to: z.int(),
  before: signedSchema,
  after: signedSchema,
  /** How far it fell; below zero: it rose. */
  fell: signedSchema,
  /** What the ledger expects it to have fallen by, without uncertain jobs. */
  ledger: signedSchema,
  /** Quotes of the uncertain jobs of this time. */
  uncertain: moneySchema,
  /** Of `fell`, what no job of the ledger accounts for; 0 where all of it is explained. */
  unexplained: signedSchema,
  /** A rise that is none of the ledger's: money paid in. */
  topUp: moneySchema,
  /** Some of its jobs are still in progress. */
  open: z.boolean(),
  /** At most 50, the dearest first. */
  jobs: z.array(movedJobSchema),
  moreJobs: z.int(),
})
export type BalanceSpan = z.infer<typeof balanceSpanSchema>

/** What the balance suggests about a job whose answer was lost; never more than that. */
export const balanceHintSchema = z.object({ id: z.string(), suggests: z.enum(['charged', 'not_charged']) })
export type BalanceHint = z.infer<typeof balanceHintSchema>
