import { priceFrom } from './money/quotes/priceFrom.ts'
import type { QuoteOutcome } from './money/quotes/QuoteOutcome.ts'
import type { Access } from './service/client/Exchange.ts'
import { PacedClient } from './service/rate-limits/PacedClient.ts'
import { PriceCalls } from './service/client/PriceCalls.ts'
import type { PriceRequest } from './service/client/PriceRequest.ts'
import { RateLimits } from './service/rate-limits/RateLimits.ts'
import { readModelsPage } from './service/responses/readModelsPage.ts'
import type { ServiceClient } from './service/client/ServiceClient.ts'
import type { Clock } from './world.ts'

interface Parts {
  clock: Clock
  client: ServiceClient
  access: (connectionId: string) => Promise<Access>
}

/** The free requests to the service, for models and prices, within its rate limits; a part of `createStudio`. */
export function assembleRequests({ clock, client, access }: Parts) {
  const limits = new RateLimits(clock)
  const paced = new PacedClient(limits)
  const requestModels = (granted: Access, path: string) =>
    paced.exchange(
      { kind: 'models', connectionId: granted.connectionId },
      (signal) => client.get(granted, path, { signal }),
      (exchange) => exchange.kind === 'answer' && readModelsPage(exchange.json) !== null,
    )
  const priceCalls = new PriceCalls({
    access,
    post: (granted, request, options, isUnderstood) =>
      paced.exchange(
        { kind: 'price', connectionId: granted.connectionId },
        (signal) => client.post(granted, request, { ...options, signal }),
        isUnderstood,
        options.signal,
      ),
  })
  const requestPrice = async (
    id: string,
    request: PriceRequest,
    signal?: AbortSignal,
  ): Promise<QuoteOutcome> => {
    const { exchange, heldUntil } = await priceCalls.fetchPrice(id, request, signal)
    const outcome = priceFrom(exchange, clock.now())
    return heldUntil === null || 'price' in outcome ? outcome : { ...outcome, waitsUntil: heldUntil }
  }
  return { limits, paced, priceCalls, requestModels, requestPrice }
}
