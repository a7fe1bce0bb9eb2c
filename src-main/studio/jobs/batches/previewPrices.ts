import { storageErrors } from '../../../../src-preload/contract/errors.ts'
import type { Money } from '../../../../src-preload/contract/types/money.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { isOlderThan, REFRESH_AGE_MS } from '../../../../src-preload/shared/quoteAge.ts'
import type { QuoteService } from '../../money/quotes/QuoteService.ts'
import { remainingForBulk } from '../../money/quotes/priceRequestLimits.ts'
import type { RateLimits } from '../../service/rate-limits/RateLimits.ts'
import type { Clock } from '../../world.ts'
import type { BuiltJob, JobForms } from '../drafts/JobForm.ts'

/** Maximum number of concurrent price requests of a preview. */
const MAX_PARALLEL_REQUESTS = 3
const DAY_MS = 86_400_000

interface Dependencies {
  quotes: Pick<QuoteService, 'price' | 'isRefused'>
  limits: Pick<RateLimits, 'getDailyQuota'>
  clock: Clock
}

/** The rows that have the same price key and so the same price. */
interface PriceGroup {
  model: string
  /** Any one of the rows. */
  built: BuiltJob
  quote: { price: Money; quotedAt: number } | null
  problem: Problem | null
}

/** The prices of a preview. */
export interface PreviewPrices {
  id: string
  forms: JobForms
  /** By price key. */
  prices: Map<string, PriceGroup>
  /** How many price requests may still be sent: the number that the user was shown, minus those sent. */
  allowedRequests: number
  /** When the service allows price requests again (ms since the epoch); null if it allows them now. */
  waitsUntil: number | null
}

/** Whether no price may be requested for a bulk operation for now: the service refuses them, or few remain for single prices. */
export const areBulkPricesRefused = (
  { quotes, limits }: Pick<Dependencies, 'quotes' | 'limits'>,
  connectionId: string,
): boolean => quotes.isRefused(connectionId) || remainingForBulk(limits, connectionId) === 0

/** Forgets prices that aren't recent, the oldest first, as far as new ones may be requested. */
export function dropOldPrices(dependencies: Dependencies, preview: PreviewPrices): void {
  const { clock, limits } = dependencies
  const connectionId = preview.forms.connection.id
  if (areBulkPricesRefused(dependencies, connectionId)) return
  const groups = [...preview.prices.values()].flatMap((group) =>
    group.quote ? [{ group, ...group.quote }] : [],
  )
  const old = groups.filter(({ quotedAt }) => isOlderThan(REFRESH_AGE_MS, quotedAt, clock.now()))
  const left = remainingForBulk(limits, connectionId) ?? old.length
  for (const { group } of old.toSorted((a, b) => a.quotedAt - b.quotedAt).slice(0, left)) {
    group.quote = null
    preview.allowedRequests++
  }
}

/** Requests at most `limit` missing prices. Stops when the service limits requests. */
export async function requestPrices(
  dependencies: Dependencies,
  preview: PreviewPrices,
  limit: number,
): Promise<void> {
  const { clock, limits } = dependencies
  const missing = groupsWithoutPrice(preview).slice(0, Math.min(limit, preview.allowedRequests))
  const now = clock.now()
  if (preview.waitsUntil !== null && preview.waitsUntil <= now) preview.waitsUntil = null
  while (missing.length > 0 && preview.waitsUntil === null) {
    const left = remainingForBulk(limits, preview.forms.connection.id) ?? MAX_PARALLEL_REQUESTS
    if (left > 0)
      await Promise.all(
        missing
          .splice(0, Math.min(MAX_PARALLEL_REQUESTS, left))
          .map((group) => requestPrice(dependencies, preview, group)),
      )
    else preview.waitsUntil = nextMidnight(clock.now())
  }
}

async function requestPrice(
  { quotes, clock }: Dependencies,
  preview: PreviewPrices,
  group: PriceGroup,
): Promise<void> {
  const { key, values } = group.built
  if (key === null) return
  // Doesn't count, and may be repeated, if another call supersedes it, or a limit delays or rejects it.
  preview.allowedRequests--
  const response = await quotes.price({
    draftId: `${preview.id}/${key}`,
    connectionId: preview.forms.connection.id,
    key,
    request: preview.forms.open(group.model).priceRequest(values),
    kind: 'choice',
  })
  if (response.state === 'priced') {
    group.quote = { price: response.price, quotedAt: response.quotedAt }
    group.problem = null
  } else if (response.state === 'superseded') preview.allowedRequests++
  else {
    const until = response.problem.retryAt ?? null
    if (until !== null && until > clock.now()) {
      preview.waitsUntil = until
      preview.allowedRequests++
    } else if (response.problem.code === storageErrors.libraryDisconnected) preview.allowedRequests++
    else group.problem = response.problem
  }
}

/** In UTC, because the service counts per UTC day (service.md §Rate limits). */
const nextMidnight = (now: number): number => (Math.floor(now / DAY_MS) + 1) * DAY_MS

/** The groups whose price was neither received nor refused. */
export const groupsWithoutPrice = ({ prices }: PreviewPrices): PriceGroup[] =>
  [...prices.values()].filter(({ quote, problem }) => quote === null && problem === null)
