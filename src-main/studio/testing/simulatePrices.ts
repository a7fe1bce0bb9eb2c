import { basicAccount } from '../jobs/simulation/basicAccount.ts'
import { HiddenBucket } from '../jobs/simulation/HiddenBucket.ts'
import { ok } from '../jobs/engine/testEngine.ts'
import { RateLimits } from '../service/rate-limits/RateLimits.ts'
import { priceFrom } from '../money/quotes/priceFrom.ts'
import { QuoteService } from '../money/quotes/QuoteService.ts'
import { Database } from '../storage/Database.ts'
import { migrate } from '../storage/migrate.ts'
import { migrations } from '../storage/migrations/index.ts'
import { fakeClock } from './fakeClock.ts'
import { memoryLog } from './memoryLog.ts'

const MINUTE = 60_000
/** Edits of one form, and how far apart: typing with a moment of thought now and then. */
const EDITS = 12
const QUICK_MS = 250
const THOUGHT_MS = 900
/** The look at the price before the click. */
const LOOK_MS = 4000

export interface DayOfPrices {
  calls: number
  refusals: number
  /** Forms that had their price when their button was clicked. */
  priced: number
}

/** The user fills in so many forms in a day on the smallest account, and reads each price before the click; in virtual time. */
export async function simulatePrices(forms = 100): Promise<DayOfPrices> {
  const clock = fakeClock(Date.UTC(2026, 0, 2))
  const database = new Database(':memory:')
  migrate(database, migrations, () => {})
  const limits = new RateLimits(clock)
  const bucket = new HiddenBucket(basicAccount.pricing, clock.now())
  const lane = { kind: 'price', connectionId: 'c' } as const
  const day: DayOfPrices = { calls: 0, refusals: 0, priced: 0 }
  const quotes = new QuoteService({
    clock,
    database,
    log: memoryLog(),
    quota: () => limits.quota(lane),
    requestPrice: async () => {
      day.calls++
      const sentAt = clock.now()
      await new Promise<void>((resolve) => void clock.after(80, resolve))
      const { headers, refusal } = bucket.pass(clock.now())
      if (refusal) day.refusals++
      const exchange = refusal?.exchange ?? ok({ price: 0.004213 }, headers)
      limits.take(lane)
      limits.note(lane, sentAt, exchange, !refusal)
      return priceFrom(exchange, clock.now())
    },
  })
  for (let form = 0; form < forms; form++) {
    let shown = ''
    for (let edit = 0; edit < EDITS; edit++) {
      const key = `c/${form} ${edit}`
      const request = { path: 'price', encoding: 'json', text: key } as const
      void quotes
        .price({ draft: 'form', connectionId: 'c', key, request, kind: 'typing' })
        .then((answer) => (shown = answer.state === 'priced' ? answer.key : shown))
      await clock.advance(edit % 5 === 4 ? THOUGHT_MS : QUICK_MS)
    }
    await clock.advance(LOOK_MS)
    if (shown === `c/${form} ${EDITS - 1}`) day.priced++
    await clock.advance(5 * MINUTE)
  }
  quotes.close()
  database.close()
  return day
}
