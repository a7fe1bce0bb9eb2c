import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'
import { hasTooManyPixels } from '../../lib/hasTooManyPixels.ts'

/** An image, video or audio file; a known size saves a second decode. */
export interface ThumbSource {
  id: string
  kind: AssetKind
  mime: string
  width: number | null
  height: number | null
}

export interface Dependencies {
  read: (id: string) => Promise<ArrayBuffer>
  /** Rejects if the bytes can't be decoded. */
  createThumb: (bytes: ArrayBuffer, source: ThumbSource) => Promise<ArrayBuffer>
  save: (id: string, webp: ArrayBuffer) => Promise<void>
}

export type ThumbState = 'waiting' | 'ready' | 'failed'

/** Creates missing thumbnails: two at a time, the latest request first because it is on screen, each file at most once. */
export class ThumbQueue {
  readonly #dependencies: Dependencies
  readonly #concurrency: number
  readonly #states = new Map<string, ThumbState>()
  readonly #waiting: ThumbSource[] = []
  readonly #listeners = new Map<string, Set<() => void>>()
  #busy = 0

  constructor(dependencies: Dependencies, concurrency = 2) {
    this.#dependencies = dependencies
    this.#concurrency = concurrency
  }

  /** Undefined if never requested. */
  state(id: string): ThumbState | undefined {
    return this.#states.get(id)
  }

  request(source: ThumbSource): void {
    if (this.#states.has(source.id)) return
    this.#states.set(source.id, 'waiting')
    this.#waiting.push(source)
    this.#startNext()
  }

  /** Cancels a request that has not started, because its tile was scrolled away. */
  cancel(id: string): void {
    const index = this.#waiting.findIndex((source) => source.id === id)
    if (index === -1) return
    this.#waiting.splice(index, 1)
    this.#states.delete(id)
  }

  subscribe(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#listeners.delete(id)
    }
  }

  #startNext(): void {
    if (this.#busy >= this.#concurrency) return
    const source = this.#waiting.pop()
    if (source === undefined) return
    this.#busy++
    void this.#run(source)
  }

  async #run(source: ThumbSource): Promise<void> {
    const { id } = source
    this.#states.set(id, await this.#create(source))
    this.#busy--
    for (const listener of this.#listeners.get(id) ?? []) listener()
    this.#startNext()
  }

  async #create(source: ThumbSource): Promise<ThumbState> {
    if (hasTooManyPixels(source)) return 'failed'
    try {
      const bytes = await this.#dependencies.read(source.id)
      await this.#dependencies.save(source.id, await this.#dependencies.createThumb(bytes, source))
      return 'ready'
    } catch {
      // The tile shows an icon; the viewer shows the reason.
      return 'failed'
    }
  }
}
