import type { BatchPreview, PreviewRow } from '../../../../../src-preload/contract/types/batch.ts'

export interface BatchSums {
  /** Rows that would be made. */
  jobs: number
  /** Exact sum of their prices, in nano-dollars. */
  total: number
  unpriced: number
}

/** What is left of a preview without the rows unticked; null while one of those is not known. */
export function batchSums(
  preview: BatchPreview,
  skipped: Iterable<number>,
  at: (index: number) => PreviewRow | undefined,
): BatchSums | null {
  let { total, unpriced } = preview
  let jobs = preview.count - preview.over
  for (const index of skipped) {
    const row = at(index)
    if (!row) return null
    if (row.issues.length > 0) continue
    jobs--
    if (row.price === null) unpriced--
    else total -= row.price
  }
  return { jobs, total, unpriced }
}
