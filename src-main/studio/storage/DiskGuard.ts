import { statfsSync } from 'node:fs'
import { storageErrors } from '../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Clock, Log } from '../world.ts'

/** With less than this, in bytes, what is paid for might not be saved. */
const LEAST = 64 << 20
const LOOK_MS = 5000

interface Parts {
  folder: string
  clock: Clock
  log: Log
  /** Room ran out, or there is some again. */
  onChange: (hasRoom: boolean) => void
  /** Bytes free on disk of a folder; the system's own answer where left out. */
  freeBytes?: (folder: string) => number
}

/** Whether the library's disk has room for results. Nothing is bought that may have nowhere to go. */
export class DiskGuard {
  readonly #parts: Parts
  #lookedAt: number | null = null
  #problem: Problem | null = null
  #cancelLook: (() => void) | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Looks at the disk, at most every few seconds. */
  hasRoom(): boolean {
    const { clock } = this.#parts
    const since = this.#lookedAt === null ? null : clock.now() - this.#lookedAt
    if (since === null || since < 0 || since >= LOOK_MS) this.#look()
    return this.#problem === null
  }

  /** Why nothing is sent; null while there is room, as far as was last seen. */
  get problem(): Problem | null {
    return this.#problem
  }

  close(): void {
    this.#cancelLook?.()
  }

  #look(): void {
    const { clock, onChange } = this.#parts
    this.#lookedAt = clock.now()
    const free = this.#free()
    const had = this.#problem === null
    const hasNow = free === null || free >= LEAST
    if (!hasNow)
      this.#problem = {
        code: storageErrors.diskLow,
        money: 'none',
        params: { free: free ?? 0, least: LEAST },
      }
    else this.#problem = null
    this.#cancelLook?.()
    // Nobody else would ask again while nothing is sent.
    this.#cancelLook = hasNow ? null : clock.after(LOOK_MS, () => this.#look())
    if (had !== hasNow) onChange(hasNow)
  }

  /** Null where the system does not say. */
  #free(): number | null {
    const { folder, log, freeBytes = freeOf } = this.#parts
    try {
      return freeBytes(folder)
    } catch (error) {
      log.warn('The free space of the disk is not known', { error: String(error) })
      return null
    }
  }
}

/** Bytes free on disk of a folder. */
export function freeOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
