import { isRecord } from '../http/json.ts'

/** One page of the models endpoint. */
interface ModelsPage {
  records: unknown[]
  /** As stated by the service; null if not stated. */
  currentPage: number | null
  lastPage: number | null
  /** Whether there is a link to a next page. */
  hasNext: boolean
  /** The number of models on all pages if stated, otherwise on this page. */
  total: number
}

/** Reads one page of the models endpoint (service.md §Listing models); null if the response isn't such a page. */
export const readModelsPage = (json: unknown): ModelsPage | null => {
  if (!isRecord(json) || !Array.isArray(json.data)) return null
  const records: unknown[] = json.data
  const meta = isRecord(json.meta) ? json.meta : {}
  const links = isRecord(json.links) ? json.links : {}
  return {
    records,
    currentPage: readPageNumber(meta.current_page),
    lastPage: readPageNumber(meta.last_page),
    hasNext: typeof links.next === 'string' && links.next !== '',
    total: readPageNumber(meta.total) ?? records.length,
  }
}

const readPageNumber = (value: unknown): number | null => {
  const page = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof page === 'number' && Number.isSafeInteger(page) && page >= 1 ? page : null
}
