import { useMemo, useState } from 'react'
import { keepPreviousData, useQueries } from '@tanstack/react-query'
import type { BatchPreview, PreviewRow } from '../../../../../src-preload/contract/types/batch.ts'
import { call } from '../../../../host/call.ts'

const PAGE_SIZE = 200

interface PreviewRows {
  /** Undefined while the row is loading. */
  rowAt: (index: number) => PreviewRow | undefined
  /** Call when other rows become visible. */
  setVisibleRange: (first: number, end: number) => void
}

/** Rows of a batch preview: those in its response, and others as they become visible or are skipped. */
export function usePreviewRows(preview: BatchPreview, skipped: ReadonlySet<number>): PreviewRows {
  const [visible, setVisible] = useState<readonly [number, number]>([0, 0])
  const loaded = useMemo(() => new Map(preview.rows.map((row) => [row.index, row])), [preview.rows])
  const pages = new Set<number>()
  for (let index = visible[0]; index < visible[1]; index++)
    if (!loaded.has(index)) pages.add(Math.floor(index / PAGE_SIZE))
  for (const index of skipped) if (!loaded.has(index)) pages.add(Math.floor(index / PAGE_SIZE))
  // The rows change with each price that arrives.
  const version = `${preview.total} ${preview.unpriced}`
  const queries = useQueries({
    queries: [...pages].map((page) => ({
      queryKey: ['batches.rows', preview.id, page, version],
      queryFn: () => call('batches.rows', { preview: preview.id, from: page * PAGE_SIZE, limit: PAGE_SIZE }),
      placeholderData: keepPreviousData,
      gcTime: 60_000,
    })),
  })
  const fetched = new Map(queries.flatMap(({ data }) => data?.rows ?? []).map((row) => [row.index, row]))
  return {
    rowAt: (index) => loaded.get(index) ?? fetched.get(index),
    setVisibleRange: (first, end) => {
      if (first !== visible[0] || end !== visible[1]) setVisible([first, end])
    },
  }
}
