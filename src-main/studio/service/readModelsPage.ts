import { isRecord } from './isRecord.ts'

export interface ModelsPage {
  records: unknown[]
  currentPage: number
  lastPage: number
  /** Of all pages, as told; otherwise of this one. */
  total: number
}

/**
 * One page of the models endpoint (spec.md §Pagination objects); null where the answer is not such a list. Without
 * page numbers, `links.next` tells whether there is another page.
 */
export const readModelsPage = (json: unknown): ModelsPage | null => {
  if (!isRecord(json) || !Array.isArray(json.data)) return null
  const records: unknown[] = json.data
  const meta = isRecord(json.meta) ? json.meta : {}
  const links = isRecord(json.links) ? json.links : {}
  const currentPage = pageNumber(meta.current_page) ?? 1
  const next = typeof links.next === 'string' && links.next !== '' ? currentPage + 1 : currentPage
  const total = pageNumber(meta.total) ?? records.length
  return { records, currentPage, lastPage: pageNumber(meta.last_page) ?? next, total }
}

const pageNumber = (value: unknown): number | null => {
  const page = typeof value === 'string' && value.trim() ? Number(value) : value
  return typeof page === 'number' && Number.isSafeInteger(page) && page >= 1 ? page : null
}
