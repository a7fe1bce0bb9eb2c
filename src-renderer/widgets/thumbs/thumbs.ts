import { bridge } from '../../host/bridge.ts'
import { ThumbQueue, type ThumbSource } from './ThumbQueue.ts'
import type { ThumbnailResponse, ThumbnailRequest } from '../../workers/thumbnail.worker.ts'

const IDLE_MS = 20_000

interface PendingRequest {
  resolve: (webp: ArrayBuffer) => void
  reject: (error: Error) => void
}

/** Workers that make thumbnails: started on demand, terminated when idle. */
class ThumbnailWorkers {
  readonly #idleWorkers: Worker[] = []
  readonly #pending = new Map<number, PendingRequest>()
  #lastNumber = 0
  #idleTimer: ReturnType<typeof setTimeout> | undefined

  shrink(bytes: ArrayBuffer, { width, height }: ThumbSource): Promise<ArrayBuffer> {
    clearTimeout(this.#idleTimer)
    const worker =
      this.#idleWorkers.pop() ??
      new Worker(new URL('../../workers/thumbnail.worker.ts', import.meta.url), { type: 'module' })
    const number = ++this.#lastNumber
    const { promise, resolve, reject } = Promise.withResolvers<ArrayBuffer>()
    this.#pending.set(number, { resolve, reject })
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<ThumbnailResponse>) => this.#onResponse(worker, data),
      {
        once: true,
      },
    )
    worker.addEventListener('error', () => this.#onError(worker, number), { once: true })
    const request: ThumbnailRequest = { number, bytes, width, height }
    worker.postMessage(request, [bytes])
    return promise
  }

  #onResponse(worker: Worker, response: ThumbnailResponse): void {
    const pending = this.#pending.get(response.number)
    this.#pending.delete(response.number)
    this.#idleWorkers.push(worker)
    if ('webp' in response) pending?.resolve(response.webp)
    else pending?.reject(new Error(response.error))
    if (this.#pending.size === 0) this.#idleTimer = setTimeout(() => this.#terminateIdle(), IDLE_MS)
  }

  #onError(worker: Worker, number: number): void {
    worker.terminate()
    this.#pending.get(number)?.reject(new Error('The thumbnail worker ended'))
    this.#pending.delete(number)
  }

  #terminateIdle(): void {
    for (const worker of this.#idleWorkers.splice(0)) worker.terminate()
  }
}

/** Longest side of a thumbnail in pixels. */
const LONG_SIDE = 512

const workers = new ThumbnailWorkers()

/** Creates a thumbnail: the image scaled down, a video's first frame, or an audio file's waveform. */
async function createThumb(bytes: ArrayBuffer, source: ThumbSource): Promise<ArrayBuffer> {
  if (source.kind === 'video') {
    const { readFrame } = await import('./readFrame.ts')
    const frame = await readFrame(bytes, source.mime, { at: 0, longSide: LONG_SIDE, type: 'image/webp' })
    return frame.arrayBuffer()
  }
  if (source.kind === 'audio') {
    const { drawWaveform } = await import('./waveform.ts')
    return drawWaveform(bytes)
  }
  return workers.shrink(bytes, source)
}

/** The window's thumbnail queue. */
export const thumbQueue = new ThumbQueue({
  read: (id) => bridge().media.read('asset', id),
  createThumb,
  save: (id, webp) => bridge().media.saveThumb(id, webp),
})
