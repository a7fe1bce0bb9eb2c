import { smallestAccountLimits, SimRateLimit } from '../jobs/simulation/SimRateLimit.ts'
import { respondOk } from '../jobs/engine/testEngine.ts'
import { RateLimits } from '../service/rate-limits/RateLimits.ts'
import { readQuoteOutcome } from '../money/quotes/quoteOutcomes.ts'
import { QuoteService } from '../money/quotes/QuoteService.ts'
import { fakeClock } from './fakeClock.ts'
import { memoryLog } from './memoryLog.ts'
import { migratedDatabase } from './migratedDatabase.ts'

const MINUTE = 60_000
/** The number of edits of one form and the time between them: typing with occasional pauses. */
const EDITS = 12
const QUICK_MS = 250
const PAUSE_MS = 900
/** The time until the service responds. */
const RESPONSE_MS = 80
/** The time to read the price before the click. */
const READ_MS = 4000

export interface DayOfPrices {
  calls: number
  refusals: number
  /** Forms that had their price when their button was clicked. */
  priced: number
}

/** Simulates a user of the smallest account who fills in this many forms in a day and reads each price, in virtual time. */
export async function simulatePrices(forms = 100): Promise<DayOfPrices> {
  const clock = fakeClock(Date.UTC(2026, 0, 2))
  const database = migratedDatabase()
  const limits = new RateLimits(clock)
  const bucket = new SimRateLimit(smallestAccountLimits.pricing, clock.now())
  const rateLimitKey = { kind: 'price', connectionId: 'c' } as const
  const day: DayOfPrices = { calls: 0, refusals: 0, priced: 0 }
  const quotes = new QuoteService({
    clock,
    database,
    log: memoryLog(),
    limits,
    requestPrice: async () => {
      day.calls++
      const sentAt = clock.now()
      await new Promise<void>((resolve) => void clock.after(RESPONSE_MS, resolve))
      const { headers, refusal } = bucket.pass(clock.now())
      if (refusal) day.refusals++
      const exchange = refusal?.exchange ?? respondOk({ price: 0.004213 }, headers)
      limits.recordSent(rateLimitKey)
      limits.recordOutcome(rateLimitKey, sentAt, exchange, !refusal)
      return readQuoteOutcome(exchange, clock.now())
    },
  })
  for (let form = 0; form < forms; form++) {
    let shown = ''
    for (let edit = 0; edit < EDITS; edit++) {
      const key = `c/${form} ${edit}`
      const request = { path: 'price', encoding: 'json', text: key } as const
      void quotes
        .price({ draftId: 'form', connectionId: 'c', key, request, kind: 'typing' })
        .then((result) => (shown = result.state === 'priced' ? result.key : shown))
      await clock.advance(edit % 5 === 4 ? PAUSE_MS : QUICK_MS)
    }
    await clock.advance(READ_MS)
    if (shown === `c/${form} ${EDITS - 1}`) day.priced++
    await clock.advance(5 * MINUTE)
  }
  quotes.close()
  database.close()
  return day
}
