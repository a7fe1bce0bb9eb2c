import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Exchange } from '../service/Exchange.ts'
import { problemFrom } from '../service/problemFrom.ts'
import { readModelsPage } from '../service/readModelsPage.ts'
import type { ModelRecord } from './ModelRecord.ts'
import { parseModelRecord } from './parseModelRecord.ts'

/** More models than any service lists; a walk that goes on beyond goes in circles. */
const MAX_PAGES = 200

export interface ListedModel {
  record: ModelRecord
  /** As it came, for the cache. */
  raw: unknown
}

export interface ModelWalk {
  /** By slug, in the service's order. */
  models: Map<string, ListedModel>
  /** Records that could not be read. */
  dropped: number
  /** Whether this is the whole list: only then is what is absent gone. */
  complete: boolean
  problem: Problem | null
}

/**
 * Reads the models endpoint page by page (spec.md §GET /models). Both names of the page size are sent, for the live service
 * heeds only one (facts.md §2.1). Ends at the last page told, at the first fault, or where a page brings nothing new.
 */
export const walkModels = async (get: (path: string) => Promise<Exchange>): Promise<ModelWalk> => {
  const walk: ModelWalk = { models: new Map(), dropped: 0, complete: false, problem: null }
  for (let number = 1; number <= MAX_PAGES; number++) {
    const exchange = await get(`models?per_page=100&limit=50&page=${number}`)
    const isAnswer = exchange.kind === 'answer' && exchange.status === 200
    const page = isAnswer ? readModelsPage(exchange.json) : null
    if (!page) return { ...walk, problem: problemFrom(exchange, 'none') }

    const before = walk.models.size
    for (const raw of page.records) {
      const record = parseModelRecord(raw)
      if (!record) walk.dropped++
      else if (!walk.models.has(record.slug)) walk.models.set(record.slug, { record, raw })
    }
    const isLast = page.lastPage === null ? !page.hasNext : number >= page.lastPage
    // A list of nothing but unreadable records is not a list of no models.
    if (isLast && walk.models.size === 0 && walk.dropped > 0)
      return { ...walk, problem: problemFrom(exchange, 'none') }
    if (isLast) return { ...walk, complete: (page.currentPage ?? number) === number }
    if (walk.models.size === before) return walk
  }
  return walk
}
