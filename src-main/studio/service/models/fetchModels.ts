import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Exchange } from '../http/Exchange.ts'
import { problemFrom } from '../responses/problemFrom.ts'
import { type ModelRecord, parseModelRecord } from './ModelRecord.ts'
import { readModelsPage } from '../responses/readModelsPage.ts'

/** Assumed to be more than any service has; beyond this, the pages probably repeat. */
const MAX_PAGES = 200

/** A model that the service lists. */
export interface ListedModel {
  record: ModelRecord
  /** The unparsed record, for the cache. */
  raw: unknown
}

/** The result of fetching the models, complete or not. */
export interface FetchedModels {
  /** By slug, in the service's order. */
  models: Map<string, ListedModel>
  /** Number of records that could not be read. */
  unreadable: number
  /** Whether this is the complete list. Only then are missing models marked as delisted. */
  isComplete: boolean
  /** Why fetching stopped early; null also if pages repeated. */
  problem: Problem | null
}

/**
 * Fetches the models endpoint page by page. The page size is sent as `per_page`, which the specification names, and as `limit`, which
 * the live service accepts up to 50 (service.md §Listing models). Stops at the stated last page, at the first error, or at a page without new models.
 */
export const fetchModels = async (get: (path: string) => Promise<Exchange>): Promise<FetchedModels> => {
  const fetched: FetchedModels = { models: new Map(), unreadable: 0, isComplete: false, problem: null }
  for (let number = 1; number <= MAX_PAGES; number++) {
    const exchange = await get(`models?per_page=100&limit=50&page=${number}`)
    const isSuccess = exchange.kind === 'response' && exchange.status === 200
    const page = isSuccess ? readModelsPage(exchange.json) : null
    if (!page) return { ...fetched, problem: problemFrom(exchange, 'none') }

    const before = fetched.models.size
    for (const raw of page.records) {
      const record = parseModelRecord(raw)
      if (!record) fetched.unreadable++
      else if (!fetched.models.has(record.slug)) fetched.models.set(record.slug, { record, raw })
    }
    const isLast = page.lastPage === null ? !page.hasNext : number >= page.lastPage
    // A list of only unreadable records is an error, not an empty list.
    if (isLast && fetched.models.size === 0 && fetched.unreadable > 0)
      return { ...fetched, problem: problemFrom(exchange, 'none') }
    if (isLast) return { ...fetched, isComplete: (page.currentPage ?? number) === number }
    if (fetched.models.size === before) return fetched
  }
  return fetched
}
