import type { PlaneResponse, PlaneRequest } from '../../../workers/PlaneRequest.ts'

/** Computes the 2D layout of vectors in a worker, so that the window stays responsive. */
export function computeLayout(request: PlaneRequest, signal: AbortSignal): Promise<Float32Array> {
  const worker = new Worker(new URL('../../../workers/plane.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<Float32Array>()
  worker.addEventListener('message', ({ data }: MessageEvent<PlaneResponse>) => resolve(data.positions))
  worker.addEventListener('error', () => reject(new Error('The worker of the map failed')))
  signal.addEventListener('abort', () => reject(new Error('The map was closed')))
  worker.postMessage(request, [])
  return promise.finally(() => worker.terminate())
}
