import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { call } from '../../../host/call.ts'
import { layOut } from './layOut.ts'

/** Newest points of a map: more could not be told apart. */
export const MAX_POINTS = 5000
const PAGE = 250

export interface MapPoint {
  id: string
  title: string
  x: number
  y: number
}

type Page = RouteOutput<'library.map'>

/** The embeddings of a model, of which `id` is one, in the plane: read page by page, laid out beside the window's own thread. */
export function useMap(id: string, model: string): UseQueryResult<MapPoint[]> {
  return useQuery({
    // One map serves all of a model.
    queryKey: ['library.map', model],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<MapPoint[]> => {
      const pages: Page[] = []
      for (let before: string | null = null, read = 0; read < MAX_POINTS; read += PAGE) {
        const page: Page = await call('library.map', { id, before, limit: PAGE })
        signal.throwIfAborted()
        pages.push(page)
        before = page.next
        if (before === null) break
      }
      const points = pages.flatMap((page) => page.points)
      if (points.length === 0) return []
      const ask = { dimension: pages[0]?.dimension ?? 0, pages: pages.map(({ vectors }) => vectors) }
      const places = await layOut(ask, signal)
      return points.map((point, at) => ({ ...point, x: places[2 * at] ?? 0, y: places[2 * at + 1] ?? 0 }))
    },
  })
}
