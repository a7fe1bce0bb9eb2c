import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'
import { askWorker } from '../../lib/askWorker.ts'
import { hasTooManyPixels } from '../../lib/hasTooManyPixels.ts'
import { bridge } from '../../host/bridge.ts'
import { readFile } from '../../host/fileUrl.ts'
import type { ThumbnailResponse, ThumbnailRequest } from '../../workers/thumbnail.worker.ts'

/** An image, video or audio file. If its size is known, an image is decoded only once. */
export interface ThumbSource {
  id: string
  kind: AssetKind
  width: number | null
  height: number | null
  /** `retries` of the queue at the time of the request. */
  retries?: number
}

export interface Dependencies {
  read: (id: string) => Promise<Blob>
  /** Whether the browser can create thumbnails at all. Called until it has responded once. */
  canEncode: () => Promise<boolean>
  /** Rejects if the file can't be decoded. */
  createThumb: (file: Blob, source: ThumbSource) => Promise<ArrayBuffer>
  save: (id: string, webp: ArrayBuffer) => Promise<void>
}

export type ThumbState = 'waiting' | 'ready' | 'failed'

/** Number of thumbnails created at a time: while some files are decoded, others are read or saved. */
const CONCURRENCY = 4

/**
 * Creates missing thumbnails, a few at a time and each at most once. The latest request is first: its tile is on
 * screen.
 */
export class ThumbQueue {
  readonly #dependencies: Dependencies
  readonly #concurrency: number
  readonly #states = new Map<string, ThumbState>()
  /** Files that couldn't be read. That may be temporary, so they can be requested again. */
  readonly #unread = new Set<string>()
  /** Thumbnails that couldn't be saved. Only a retry releases them, because creating them is expensive. */
  readonly #unsaved = new Set<string>()
  readonly #waiting: ThumbSource[] = []
  /** How many tiles request a file: the same one may be shown in several places. */
  readonly #requesters = new Map<string, number>()
  readonly #listeners = new Map<string, Set<() => void>>()
  #runningCount = 0
  /** How often thumbnails were released for another attempt. */
  retries = 0
  /** Undefined until it was checked. */
  #canEncode: boolean | undefined

  constructor(dependencies: Dependencies, concurrency = CONCURRENCY) {
    this.#dependencies = dependencies
    this.#concurrency = concurrency
  }

  /** The state of an asset's thumbnail; undefined if it was never requested. */
  state(id: string): ThumbState | undefined {
    return this.#states.get(id)
  }

  /** Requests a thumbnail. A file that was read before isn't read again. Each request must be cancelled once. */
  request(source: ThumbSource): void {
    this.#requesters.set(source.id, (this.#requesters.get(source.id) ?? 0) + 1)
    if (this.#states.has(source.id) && !this.#unread.delete(source.id)) return
    this.#states.set(source.id, 'waiting')
    this.#waiting.push(source)
    this.#startNext()
  }

  /** Ends a request, for example when its tile is scrolled out of view. Without requests, a waiting file isn't read. */
  cancel(id: string): void {
    const others = (this.#requesters.get(id) ?? 0) - 1
    if (others > 0) {
      this.#requesters.set(id, others)
      return
    }
    this.#requesters.delete(id)
    const index = this.#waiting.findIndex((source) => source.id === id)
    if (index === -1) return
    this.#waiting.splice(index, 1)
    this.#states.delete(id)
  }

  /** Requests a thumbnail and waits until it is created. Rejects if it can't be, and on abort. */
  create(source: ThumbSource, signal: AbortSignal): Promise<void> {
    const { id } = source
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const checkState = () => {
      const state = this.state(id)
      if (state === 'ready') resolve()
      else if (state === 'failed') reject(new Error('The thumbnail could not be created'))
    }
    const unsubscribe = this.subscribe(id, checkState)
    const onAbort = () => reject(new Error('stopped'))
    signal.addEventListener('abort', onAbort)
    this.request(source)
    checkState()
    if (signal.aborted) onAbort()
    return promise.finally(() => {
      unsubscribe()
      signal.removeEventListener('abort', onAbort)
      this.cancel(id)
    })
  }

  /**
   * Lets tiles load thumbnails again and request those again whose file couldn't be read or that couldn't be saved, because the disk of
   * the library may be connected again.
   */
  retryFailed(): void {
    this.retries++
    for (const id of [...this.#unread, ...this.#unsaved]) this.#states.delete(id)
    this.#unread.clear()
    this.#unsaved.clear()
    for (const id of this.#listeners.keys()) this.#notify(id)
  }

  /** Calls the listener whenever an asset's thumbnail was created, failed or may be loaded again. Returns an unsubscribe function. */
  subscribe(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(id)
    }
  }

  #startNext(): void {
    if (this.#runningCount >= this.#concurrency) return
    const source = this.#waiting.pop()
    if (source === undefined) return
    this.#runningCount++
    void this.#run(source)
  }

  async #run(source: ThumbSource): Promise<void> {
    const { id } = source
    this.#states.set(id, await this.#createThumb(source))
    this.#runningCount--
    this.#notify(id)
    this.#startNext()
  }

  #notify(id: string): void {
    for (const listener of this.#listeners.get(id) ?? []) listener()
  }

  async #createThumb(source: ThumbSource): Promise<ThumbState> {
    if (hasTooManyPixels(source) || this.#canEncode === false) return 'failed'
    try {
      const file = await this.#read(source.id)
      if (!this.#canEncode) return 'failed'
      await this.#save(source.id, await this.#dependencies.createThumb(file, source))
      return 'ready'
    } catch {
      // The tile shows an icon; the viewer shows the reason.
      return 'failed'
    }
  }

  async #save(id: string, webp: ArrayBuffer): Promise<void> {
    try {
      await this.#dependencies.save(id, webp)
    } catch (error) {
      this.#unsaved.add(id)
      throw error
    }
  }

  async #read(id: string): Promise<Blob> {
    try {
      const file = await this.#dependencies.read(id)
      this.#canEncode ??= await this.#dependencies.canEncode()
      return file
    } catch (error) {
      this.#unread.add(id)
      throw error
    }
  }
}

/** Idle workers are terminated after this time. */
const IDLE_MS = 20_000

/** Workers that scale images down to thumbnails: started on demand, terminated when idle. */
class ThumbnailWorkers {
  readonly #idleWorkers: Worker[] = []
  #busyCount = 0
  #idleTimer: ReturnType<typeof setTimeout> | undefined

  async shrink(file: Blob, { width, height }: ThumbSource): Promise<ArrayBuffer> {
    clearTimeout(this.#idleTimer)
    const worker =
      this.#idleWorkers.pop() ??
      new Worker(new URL('../../workers/thumbnail.worker.ts', import.meta.url), { type: 'module' })
    this.#busyCount++
    try {
      const request: ThumbnailRequest = { file, width, height }
      const response = await askWorker<ThumbnailResponse>(worker, request)
      this.#idleWorkers.push(worker)
      if ('error' in response) throw new Error(response.error)
      return response.webp
    } finally {
      this.#busyCount--
      if (!this.#idleWorkers.includes(worker)) worker.terminate()
      if (this.#busyCount === 0) this.#idleTimer = setTimeout(() => this.#terminateIdle(), IDLE_MS)
    }
  }

  #terminateIdle(): void {
    for (const worker of this.#idleWorkers.splice(0)) worker.terminate()
  }
}

/** Longest side of a video's thumbnail in pixels, the same as in `thumbnail.worker.ts`. */
const LONGEST_SIDE = 512

const workers = new ThumbnailWorkers()

/** Creates a thumbnail: the image scaled down, a video's first frame, or an audio file's waveform. */
async function createThumb(file: Blob, source: ThumbSource): Promise<ArrayBuffer> {
  if (source.kind === 'video') {
    const { readFrame } = await import('./readFrame.ts')
    const frame = await readFrame(file, {
      at: 0,
      longestSide: LONGEST_SIDE,
      type: 'image/webp',
    })
    return frame.arrayBuffer()
  }
  if (source.kind === 'audio') {
    const { drawWaveform } = await import('./waveform.ts')
    return drawWaveform(file)
  }
  return workers.shrink(file, source)
}

/** The window's thumbnail queue. */
export const thumbQueue = new ThumbQueue({
  read: readFile,
  canEncode: async () => (await import('./checkWebpEncoder.ts')).checkWebpEncoder(),
  createThumb,
  save: (id, webp) => bridge().media.saveThumb(id, webp),
})
