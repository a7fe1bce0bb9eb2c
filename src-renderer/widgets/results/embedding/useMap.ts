import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { call } from '../../../host/call.ts'
import type { PlaneResponse, PlaneRequest } from '../../../workers/plane.worker.ts'

/** Maximum number of points: more can't be distinguished on screen. */
export const MAX_POINTS = 5000
const PAGE_SIZE = 250

export interface MapPoint {
  id: string
  title: string
  x: number
  y: number
}

type Page = RouteOutput<'library.map'>

/** 2D positions of all embeddings comparable with `id`, read page by page and laid out in a worker. */
export function useMap(id: string, model: string): UseQueryResult<MapPoint[]> {
  return useQuery({
    // All embeddings of a model share one map.
    queryKey: ['library.map', model],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<MapPoint[]> => {
      const pages: Page[] = []
      for (let before: string | null = null, read = 0; read < MAX_POINTS; read += PAGE_SIZE) {
        const page: Page = await call('library.map', { id, before, limit: PAGE_SIZE })
        signal.throwIfAborted()
        pages.push(page)
        before = page.next
        if (before === null) break
      }
      const points = pages.flatMap((page) => page.points)
      if (points.length === 0) return []
      const request = { dimension: pages[0]?.dimension ?? 0, pages: pages.map(({ vectors }) => vectors) }
      const places = await computeLayout(request, signal)
      return points.map((point, at) => ({
        ...point,
        x: places[2 * at] ?? 0,
        y: places[2 * at + 1] ?? 0,
      }))
    },
  })
}

/** Computes the 2D layout of vectors in a worker, so that the window stays responsive. */
function computeLayout(request: PlaneRequest, signal: AbortSignal): Promise<Float32Array> {
  const worker = new Worker(new URL('../../../workers/plane.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<Float32Array>()
  worker.addEventListener('message', ({ data }: MessageEvent<PlaneResponse>) => resolve(data.positions))
  worker.addEventListener('error', () => reject(new Error('The worker of the map failed')))
  signal.addEventListener('abort', () => reject(new Error('The map was closed')))
  worker.postMessage(request, [])
  return promise.finally(() => worker.terminate())
}
