import { z } from 'zod'
import { moneySchema } from './money.ts'
import { issueSchema } from './issue.ts'
import { problemSchema } from './problem.ts'

const quoteSchema = z.object({ price: moneySchema, quotedAt: z.int() })

/**
 * The result of a price request: priced by the service with the time it was received, unavailable with the reason, invalid (the form can't
 * run), or superseded by a later request for the same draft.
 */
export const quoteResultSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('priced'),
    /** Identifies the priced request (`priceKey`): equal keys have the same price. */
    key: z.string(),
    ...quoteSchema.shape,
    /** Why no newer price could be requested; the button then shows the age of this one. */
    problem: problemSchema.optional(),
  }),
  z.object({
    state: z.literal('unavailable'),
    key: z.string(),
    problem: problemSchema,
    /** The last price, which is too old for a click, if a limit of the account prevents a new one. */
    last: quoteSchema.optional(),
  }),
  z.object({ state: z.literal('invalid'), issues: z.array(issueSchema) }),
  z.object({ state: z.literal('superseded') }),
])
export type QuoteResult = z.infer<typeof quoteResultSchema>

/** A price as a button showed it. A click is only accepted at this price or a lower one. */
export const shownQuoteSchema = z.object({ key: z.string(), price: moneySchema, quotedAt: z.int() })
export type ShownQuote = z.infer<typeof shownQuoteSchema>
