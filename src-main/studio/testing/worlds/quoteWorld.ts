import { onTestFinished } from 'vitest'
import { QuoteService, type QuoteRequest } from '../../money/quotes/QuoteService.ts'
import type { DailyQuota } from '../../money/quotes/priceRequestLimits.ts'
import type { QuoteOutcome } from '../../money/quotes/quoteOutcomes.ts'
import type { WireRequest } from '../../service/http/Exchange.ts'
import { fakeClock } from '../fakeClock.ts'
import { memoryLog } from '../memoryLog.ts'
import { migratedDatabase } from '../migratedDatabase.ts'

/** A running price call that the test completes at any time and in any order. */
export interface PriceCall {
  connectionId: string
  /** The name of the request, which is its text in these tests. */
  name: string
  signal: AbortSignal
  reply: (outcome: QuoteOutcome) => void
  fail: (error: Error) => void
}

/** A quote service with a real database, whose calls are completed by the test. */
export function quoteWorld() {
  const clock = fakeClock()
  const log = memoryLog()
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  const calls: PriceCall[] = []
  const requestPrice = (connectionId: string, request: WireRequest, signal: AbortSignal) =>
    new Promise<QuoteOutcome>((reply, fail) => {
      calls.push({ connectionId, name: request.text, signal, reply, fail })
    })
  const stated: { quota: DailyQuota | null } = { quota: null }
  const openService = () =>
    new QuoteService({ clock, database, log, requestPrice, limits: { getDailyQuota: () => stated.quota } })
  return { stated, clock, log, database, calls, openService, quotes: openService() }
}

/** A request for the price of something with this name. */
export const quoteRequest = (name: string, more: Partial<QuoteRequest> = {}): QuoteRequest => ({
  draftId: 'draft',
  connectionId: 'c1',
  key: `${more.connectionId ?? 'c1'}/${name}`,
  request: { path: 'price', encoding: 'json', text: name },
  kind: 'typing',
  ...more,
})
