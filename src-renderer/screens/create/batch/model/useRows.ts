import { useMemo, useState } from 'react'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import type { BatchPreview, PreviewRow } from '../../../../../src-preload/contract/types/batch.ts'
import { call } from '../../../../host/call.ts'

const PAGE = 200

interface Rows {
  /** Undefined while it is in progress. */
  at: (index: number) => PreviewRow | undefined
  /** These come into sight. */
  want: (first: number, end: number) => void
}

/** Rows of a preview: those it came with, and others as they come into sight or are unticked. */
export function useRows(preview: BatchPreview, skipped: ReadonlySet<number>): Rows {
  const [seen, setSeen] = useState<readonly [number, number]>([0, 0])
  const given = useMemo(() => new Map(preview.rows.map((row) => [row.index, row])), [preview.rows])
  const pages = new Set<number>()
  for (let index = seen[0]; index < seen[1]; index++)
    if (!given.has(index)) pages.add(Math.floor(index / PAGE))
  for (const index of skipped) if (!given.has(index)) pages.add(Math.floor(index / PAGE))
  // With each price that came the rows are others.
  const version = `${preview.total} ${preview.unpriced}`
  const queries = useQueries({
    queries: [...pages].map((page) => ({
      queryKey: ['batches.rows', preview.id, page, version],
      queryFn: () => call('batches.rows', { preview: preview.id, from: page * PAGE, limit: PAGE }),
      placeholderData: keepPreviousData,
      gcTime: 60_000,
    })),
  })
  const later = new Map(queries.flatMap(({ data }) => data?.rows ?? []).map((row) => [row.index, row]))
  return {
    at: (index) => given.get(index) ?? later.get(index),
    want: (first, end) => {
      if (first !== seen[0] || end !== seen[1]) setSeen([first, end])
    },
  }
}
