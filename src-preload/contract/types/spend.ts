import { z } from 'zod'
import { jobSchema } from './job.ts'
import { moneySchema } from './money.ts'

/** A calendar day of the studio's own time zone, `YYYY-MM-DD`. */
export const daySchema = z.iso.date()

/** A span of local days, both ends included; the named ones are counted from the studio's today. */
export const periodSchema = z.union([
  z.enum(['today', 'week', 'month', 'last_month', 'year', 'all']),
  z
    .object({ from: daySchema, to: daySchema })
    .refine(({ from, to }) => from <= to, { message: 'ends before it begins' }),
])
export type Period = z.infer<typeof periodSchema>

export const spendBySchema = z.enum(['day', 'model', 'task', 'collection', 'connection', 'batch'])
export type SpendBy = z.infer<typeof spendBySchema>

/** Jobs and the sum of their quotes: never of charges, since the service tells no bill. */
const totalSchema = z.object({ jobs: z.int(), amount: moneySchema })

/**
 * What became of quotes, each job counted once, on the local day of what the ledger last says of it. `quoted`: held by
 * what is not sent. `settled`: accepted, and finished by the service. `running`: accepted, no end known yet. `uncertain`:
 * may have been charged. `unconfirmed`: failed, and no refund is confirmed. `refunded`: failed, the money came back.
 */
export const spendSumsSchema = z.object({
  quoted: totalSchema,
  settled: totalSchema,
  running: totalSchema,
  uncertain: totalSchema,
  unconfirmed: totalSchema,
  refunded: totalSchema,
  /** Results of these jobs that are starred and not in the trash. */
  kept: z.int(),
})
export type SpendSums = z.infer<typeof spendSumsSchema>

export const spendRowSchema = spendSumsSchema.extend({
  /** What it is grouped by: a day, or the id of a model, task…; empty for what is in no batch or no collection. */
  key: z.string(),
  /** Name for people; null for a day, and for what has none any more. */
  label: z.string().nullable(),
})
export type SpendRow = z.infer<typeof spendRowSchema>

/** A job as one row of a report counts it. */
export const spendJobSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** When the ledger last said something of it: its place in the list, newest first. */
  at: z.int(),
  kind: z.enum(['quoted', 'settled', 'running', 'uncertain', 'unconfirmed', 'refunded']),
  /** Its quote as the sums count it; 0 where it had none. */
  amount: moneySchema,
  /** Null where its row can't be read any more. */
  job: jobSchema.nullable(),
})
export type SpendJob = z.infer<typeof spendJobSchema>

export const spendReportSchema = z.object({
  /** First and last day there is anything of, or of the period. */
  from: daySchema,
  to: daySchema,
  today: daySchema,
  by: spendBySchema,
  totals: spendSumsSchema,
  /** By day the newest first, else the dearest first. */
  rows: z.array(spendRowSchema),
  /** Rows left off at the end of the list; the totals count them. */
  more: z.int(),
  /**
   * Quotes of what was accepted or may have been, by day, or by month where the span is long; every day is there. The
   * series are the dearest rows, the last of them (`key` null) all others; by day they are the kinds of sums.
   */
  plot: z.object({
    unit: z.enum(['day', 'month']),
    series: z.array(z.object({ key: z.string().nullable(), label: z.string().nullable() })),
    points: z.array(z.object({ day: daySchema, amounts: z.array(moneySchema) })),
  }),
})
export type SpendReport = z.infer<typeof spendReportSchema>

const acceptedSchema = z.object({ jobs: z.int(), quoted: moneySchema })

/** Quotes of what the service accepted and did not give back. */
export const spendSummarySchema = z.object({ today: acceptedSchema, month: acceptedSchema })
export type SpendSummary = z.infer<typeof spendSummarySchema>
