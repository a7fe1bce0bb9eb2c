import { z } from 'zod'
import { jobSchema } from './job.ts'
import { moneySchema } from './money.ts'
import { isReportDay } from '../../constraints/reportDay.ts'

/** A calendar day of the studio's own time zone, `YYYY-MM-DD`. */
export const daySchema = z.iso.date()

/** A day that a report can begin or end with. */
export const reportDaySchema = daySchema.refine(isReportDay, { message: 'not a day of reports' })

/** A span of local days, both ends included; the named ones are counted from the studio's today. */
export const periodSchema = z.union([
  z.enum(['today', 'week', 'month', 'last_month', 'year', 'all']),
  z
    .object({ from: reportDaySchema, to: reportDaySchema })
    .refine(({ from, to }) => from <= to, { message: 'ends before it begins' }),
])
export type Period = z.infer<typeof periodSchema>

export const spendBySchema = z.enum(['day', 'model', 'task', 'collection', 'connection', 'batch'])
export type SpendBy = z.infer<typeof spendBySchema>

/** Jobs and the sum of their quotes. The service doesn't report charges. */
const totalSchema = z.object({ jobs: z.int(), amount: moneySchema })

/**
 * Sums of quotes by outcome. Each job is counted once, on the local day of its last ledger entry. `quoted`: reserved by
 * unsent jobs. `completed`: by the service. `running`: accepted and in progress. `uncertain`:
 * may have been charged. `unconfirmed`: failed without a confirmed refund. `refunded`: failed and refunded.
 */
export const spendSumsSchema = z.object({
  quoted: totalSchema,
  completed: totalSchema,
  running: totalSchema,
  uncertain: totalSchema,
  unconfirmed: totalSchema,
  refunded: totalSchema,
  /** Number of results of these jobs that are starred and not in the trash. */
  starred: z.int(),
})
export type SpendSums = z.infer<typeof spendSumsSchema>

export const spendRowSchema = spendSumsSchema.extend({
  /** The value that it is grouped by: a day, or the id of a model, task…; empty for jobs without a batch or a collection. */
  key: z.string(),
  /** The displayed name; null for a day, or if it no longer has a name. */
  label: z.string().nullable(),
})
export type SpendRow = z.infer<typeof spendRowSchema>

/** A job as one row of a report counts it. */
export const spendJobSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** The time of its last ledger entry, by which the list is sorted. */
  at: z.int(),
  kind: z.enum(['quoted', 'completed', 'running', 'uncertain', 'unconfirmed', 'refunded']),
  /** Its quote as in the sums; 0 if it had none. */
  amount: moneySchema,
  /** Null if its row is no longer readable. */
  job: jobSchema.nullable(),
})
export type SpendJob = z.infer<typeof spendJobSchema>

export const spendReportSchema = z.object({
  /** The first and last day with data, or of the period. */
  from: daySchema,
  to: daySchema,
  today: daySchema,
  by: spendBySchema,
  totals: spendSumsSchema,
  /** By day the newest first, otherwise the most expensive first. */
  rows: z.array(spendRowSchema),
  /** Number of rows omitted at the end of the list. The totals include them. */
  more: z.int(),
  /**
   * Quotes of jobs that were accepted or may have been, by day, or by month for a long period, without gaps. The series are the most
   * expensive rows, with all others in the last one (`key` null); in a report by day, they are the outcomes of `spendSumsSchema`.
   */
  plot: z.object({
    unit: z.enum(['day', 'month']),
    series: z.array(z.object({ key: z.string().nullable(), label: z.string().nullable() })),
    points: z.array(z.object({ day: daySchema, amounts: z.array(moneySchema) })),
  }),
})
export type SpendReport = z.infer<typeof spendReportSchema>

const acceptedSchema = z.object({ jobs: z.int(), quoted: moneySchema })

/** Quotes of jobs that the service accepted and did not refund. */
export const spendSummarySchema = z.object({ today: acceptedSchema, month: acceptedSchema })
export type SpendSummary = z.infer<typeof spendSummarySchema>
