import type { AssetKind } from '../../../src-preload/contract/types/asset.ts'
import { hasTooManyPixels } from '../../lib/hasTooManyPixels.ts'

/** A saved image, video or sound; its size, where known, spares a second decode. */
export interface Picture {
  id: string
  kind: AssetKind
  mime: string
  width: number | null
  height: number | null
}

export interface ThumbWork {
  read: (id: string) => Promise<ArrayBuffer>
  /** Rejects when no image can be made of the bytes. */
  shrink: (bytes: ArrayBuffer, picture: Picture) => Promise<ArrayBuffer>
  save: (id: string, webp: ArrayBuffer) => Promise<void>
}

export type ThumbState = 'waiting' | 'ready' | 'failed'

/** Makes missing thumbnails: two at a time, the latest request first (it is on screen), each file at most once. */
export class ThumbQueue {
  readonly #work: ThumbWork
  readonly #width: number
  readonly #states = new Map<string, ThumbState>()
  readonly #waiting: Picture[] = []
  readonly #listeners = new Map<string, Set<() => void>>()
  #busy = 0

  constructor(work: ThumbWork, width = 2) {
    this.#work = work
    this.#width = width
  }

  /** Undefined: never asked for. */
  state(id: string): ThumbState | undefined {
    return this.#states.get(id)
  }

  ask(picture: Picture): void {
    if (this.#states.has(picture.id)) return
    this.#states.set(picture.id, 'waiting')
    this.#waiting.push(picture)
    this.#next()
  }

  /** Cancels a request that has not started, because its tile was scrolled away. */
  leave(id: string): void {
    const at = this.#waiting.findIndex((picture) => picture.id === id)
    if (at === -1) return
    this.#waiting.splice(at, 1)
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

  #next(): void {
    if (this.#busy >= this.#width) return
    const picture = this.#waiting.pop()
    if (picture === undefined) return
    this.#busy++
    void this.#run(picture)
  }

  async #run(picture: Picture): Promise<void> {
    const { id } = picture
    this.#states.set(id, await this.#make(picture))
    this.#busy--
    for (const listener of this.#listeners.get(id) ?? []) listener()
    this.#next()
  }

  async #make(picture: Picture): Promise<ThumbState> {
    if (hasTooManyPixels(picture)) return 'failed'
    try {
      const bytes = await this.#work.read(picture.id)
      await this.#work.save(picture.id, await this.#work.shrink(bytes, picture))
      return 'ready'
    } catch {
      // The tile says so; the file itself is untouched and its viewer tells why.
      return 'failed'
    }
  }
}
