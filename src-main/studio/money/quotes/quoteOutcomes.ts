import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { Exchange } from '../../service/http/Exchange.ts'
import { problemFrom } from '../../service/responses/problemFrom.ts'
import { readPrice } from '../../service/responses/readMoney.ts'
import { readRetryAfter } from '../../service/rate-limits/limitHeaders.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'

/** Why there is no price. `waitsUntil`: when the service allows another request, if it states a time (ms since the epoch). */
export interface QuoteFailure {
  problem: Problem
  waitsUntil?: number | null
}

/** The outcome of one price request. */
export type QuoteOutcome = { price: Money } | QuoteFailure

/** Reads the result of a price request (service.md §Prices). A price request is free of charge. */
export function readQuoteOutcome(exchange: Exchange, now: number): QuoteOutcome {
  if (exchange.kind === 'response' && exchange.status >= 200 && exchange.status < 300) {
    const price = readPrice(exchange.json)
    if (price !== null) return { price }
  }
  const wait = exchange.kind === 'response' ? readRetryAfter(exchange.headers, now) : null
  const problem = problemFrom(exchange, 'none', now)
  if (problem.code === serviceErrors.dailyLimit) problem.code = serviceErrors.pricesUsedUp
  if (problem.code === serviceErrors.tooLarge) problem.code = serviceErrors.tooLargeToPrice
  return { problem, waitsUntil: wait === null ? null : now + wait }
}
