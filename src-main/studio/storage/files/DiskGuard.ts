import { statfsSync } from 'node:fs'
import { storageErrors } from '../../../../src-preload/contract/errors.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Clock, Log } from '../../world.ts'

/** With less free space than this, in bytes, a paid result might not be saved. */
const MIN_FREE_BYTES = 64 << 20
const CHECK_INTERVAL_MS = 5000

interface Dependencies {
  folder: string
  clock: Clock
  log: Log
  /** Called when the disk became full or has space again. */
  onChange: (hasRoom: boolean) => void
  /** The free bytes on the disk of a folder; the system's value by default. */
  freeBytes?: (folder: string) => number
}

/** Checks whether the library's disk has space for results, so that nothing is bought that can't be saved. */
export class DiskGuard {
  readonly #dependencies: Dependencies
  #checkedAt: number | null = null
  #problem: Problem | null = null
  #cancelCheck: (() => void) | null = null

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Checks the disk, at most every few seconds. */
  hasRoom(): boolean {
    const { clock } = this.#dependencies
    const since = this.#checkedAt === null ? null : clock.now() - this.#checkedAt
    if (since === null || since < 0 || since >= CHECK_INTERVAL_MS) this.#check()
    return this.#problem === null
  }

  /** Why nothing is sent; null if there was space at the last check. */
  get problem(): Problem | null {
    return this.#problem
  }

  close(): void {
    this.#cancelCheck?.()
  }

  #check(): void {
    const { clock, onChange } = this.#dependencies
    this.#checkedAt = clock.now()
    const free = this.#freeBytes()
    const hadRoom = this.#problem === null
    const isEnough = free === null || free >= MIN_FREE_BYTES
    if (!isEnough)
      this.#problem = {
        code: storageErrors.diskLow,
        money: 'none',
        params: { free: free ?? 0, needed: MIN_FREE_BYTES },
      }
    else this.#problem = null
    this.#cancelCheck?.()
    // While nothing is sent, nothing else would trigger another check.
    this.#cancelCheck = isEnough ? null : clock.after(CHECK_INTERVAL_MS, () => this.#check())
    if (hadRoom !== isEnough) onChange(isEnough)
  }

  /** The free bytes on the disk; null if the system doesn't return them. */
  #freeBytes(): number | null {
    const { folder, log, freeBytes = freeDiskBytes } = this.#dependencies
    try {
      return freeBytes(folder)
    } catch (error) {
      log.warn('The free space of the disk is not known', { error: String(error) })
      return null
    }
  }
}

/** The free bytes on the disk of a folder. */
export function freeDiskBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
