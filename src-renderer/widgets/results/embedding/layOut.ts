import type { PlaneAnswer, PlaneAsk } from '../../../workers/PlaneAsk.ts'

/** Has vectors laid out in the plane by a thread of their own, so that the window goes on meanwhile. */
export function layOut(ask: PlaneAsk, signal: AbortSignal): Promise<Float32Array> {
  const worker = new Worker(new URL('../../../workers/plane.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<Float32Array>()
  worker.addEventListener('message', ({ data }: MessageEvent<PlaneAnswer>) => resolve(data.places))
  worker.addEventListener('error', () => reject(new Error('The thread of the map ended')))
  signal.addEventListener('abort', () => reject(new Error('Nobody looks at the map any more')))
  worker.postMessage(ask, [])
  return promise.finally(() => worker.terminate())
}
