import type { ThumbnailAnswer, ThumbnailAsk } from '../../workers/ThumbnailAsk.ts'
import type { Picture } from './ThumbQueue.ts'

const IDLE_MS = 20_000

interface Waiting {
  resolve: (webp: ArrayBuffer) => void
  reject: (error: Error) => void
}

/** Workers that make thumbnails: started on demand, terminated when idle. */
export class ThumbnailWorkers {
  readonly #free: Worker[] = []
  readonly #waiting = new Map<number, Waiting>()
  #last = 0
  #idle: ReturnType<typeof setTimeout> | undefined

  shrink(bytes: ArrayBuffer, { width, height }: Picture): Promise<ArrayBuffer> {
    clearTimeout(this.#idle)
    const worker =
      this.#free.pop() ??
      new Worker(new URL('../../workers/thumbnail.worker.ts', import.meta.url), { type: 'module' })
    const number = ++this.#last
    const { promise, resolve, reject } = Promise.withResolvers<ArrayBuffer>()
    this.#waiting.set(number, { resolve, reject })
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<ThumbnailAnswer>) => this.#answer(worker, data),
      {
        once: true,
      },
    )
    worker.addEventListener('error', () => this.#die(worker, number), { once: true })
    const ask: ThumbnailAsk = { number, bytes, width, height }
    worker.postMessage(ask, [bytes])
    return promise
  }

  #answer(worker: Worker, answer: ThumbnailAnswer): void {
    const waiting = this.#waiting.get(answer.number)
    this.#waiting.delete(answer.number)
    this.#free.push(worker)
    if ('webp' in answer) waiting?.resolve(answer.webp)
    else waiting?.reject(new Error(answer.error))
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#end(), IDLE_MS)
  }

  #die(worker: Worker, number: number): void {
    worker.terminate()
    this.#waiting.get(number)?.reject(new Error('The thumbnail worker ended'))
    this.#waiting.delete(number)
  }

  #end(): void {
    for (const worker of this.#free.splice(0)) worker.terminate()
  }
}
