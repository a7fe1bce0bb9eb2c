import type { BatchPreview, PreviewRow } from '../../../../../src-preload/contract/types/batch.ts'

export interface BatchSums {
  /** Number of jobs that would be created. */
  jobs: number
  /** Exact sum of their prices, in nano-dollars. */
  total: number
  unpriced: number
}

/** Sums of a preview without the skipped rows; null while one of those is not loaded. */
export function batchSums(
  preview: BatchPreview,
  skipped: Iterable<number>,
  rowAt: (index: number) => PreviewRow | undefined,
): BatchSums | null {
  let { total, unpriced } = preview
  let jobs = preview.count - preview.over
  for (const index of skipped) {
    const row = rowAt(index)
    if (!row) return null
    if (row.issues.length > 0) continue
    jobs--
    if (row.price === null) unpriced--
    else total -= row.price
  }
  return { jobs, total, unpriced }
}
