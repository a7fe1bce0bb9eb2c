import type { Exchange } from '../service/Exchange.ts'
import { problemFrom } from '../service/problemFrom.ts'
import { readPrice } from '../service/readPrice.ts'
import { retryAfterMs } from '../service/retryAfterMs.ts'
import type { Asked } from './Asked.ts'

/** Reads the exchange of a price call (spec.md §Price result). Asking for a price moves no money. */
export function priceFrom(exchange: Exchange, now: number): Asked {
  if (exchange.kind === 'answer' && exchange.status >= 200 && exchange.status < 300) {
    const price = readPrice(exchange.json)
    if (price !== null) return { price }
  }
  const wait = exchange.kind === 'answer' ? retryAfterMs(exchange.headers, now) : null
  return { problem: problemFrom(exchange, 'none', now), waitsUntil: wait === null ? null : now + wait }
}
