import { z } from 'zod'
import { moneySchema } from './money.ts'

/** Sums of quotes, not of charges: the service tells no bill. */
const totalSchema = z.object({ jobs: z.int(), quoted: moneySchema })

export const spendSummarySchema = z.object({
  today: totalSchema,
  month: totalSchema,
  all: totalSchema,
  /** Jobs whose answer was lost: their quotes may have been charged. */
  uncertain: totalSchema,
  /** Jobs that failed and whose money came back, as the service says. */
  refunded: totalSchema,
  byDay: z.array(totalSchema.extend({ day: z.string() })),
  byModel: z.array(totalSchema.extend({ model: z.string() })),
})
export type SpendSummary = z.infer<typeof spendSummarySchema>
