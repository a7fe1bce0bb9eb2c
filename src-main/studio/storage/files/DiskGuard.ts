import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { storageErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Clock, Log } from '../../world.ts'
import type { LibraryPaths } from './folders.ts'
import { diskFailedError, errorCause, isReadOnly, libraryProblem, sqliteErrorKind } from './storageError.ts'

/** With less free space than this, in bytes, a paid result might not be saved. */
const MIN_FREE_BYTES = 64 << 20
const CHECK_INTERVAL_MS = 5000

interface Dependencies {
  dataFolder: string
  paths: Pick<LibraryPaths, 'database' | 'library'>
  clock: Clock
  log: Log
  /** Called when the library can no longer be used, can be used again, or can't be used for another reason. */
  onChange: (isReady: boolean) => void
  /** Commits a write to the database that changes nothing. Throws while the database can't be written. */
  testWrite: () => void
  /** Called when the database turns out to be damaged, so that the next start checks it. */
  onDamaged: () => void
  /** The free bytes on the disk of a folder; the system's value by default. */
  freeBytes?: (folder: string) => number
}

/**
 * Checks whether the open library is still there, can be written and has space for results, so that nothing is bought that
 * can't be saved.
 */
export class DiskGuard {
  readonly #dependencies: Dependencies
  /** The inode of the open database file. */
  readonly #inode: number | null
  #checkedAt: number | null = null
  #problem: Problem | null = null
  /** Whether the database must be written once before the library counts as usable, because it failed or was away. */
  #mustTestWrite = false
  #isDamaged = false
  #isMarkedDamaged = false
  #isClosed = false
  #cancelCheck: (() => void) | null = null

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#inode = inodeOf(dependencies.paths.database)
    this.#schedule()
  }

  /** Whether results can be saved. Checks the disk at most every few seconds. */
  isReady(): boolean {
    if (this.#isDue()) this.check()
    return this.#problem === null
  }

  /** Why nothing is sent; null if the library could be used at the last check. */
  get problem(): Problem | null {
    return this.#problem
  }

  /** Whether the database turned out to be damaged. It stays so until the next start. */
  get isDamaged(): boolean {
    return this.#isDamaged
  }

  /** Whether the library's folder is gone now, so that a file in it that isn't found is not known to be missing. */
  isDisconnected(): boolean {
    const isGone = this.#findAccessProblem()?.code === storageErrors.libraryDisconnected
    if (isGone) this.check()
    return isGone
  }

  /** @throws StudioError `library_disconnected`. */
  requireConnected(): void {
    if (this.isDisconnected()) throw new StudioError(disconnectedProblem(this.#dependencies.dataFolder))
  }

  /** Call it for each click that adds jobs. @throws StudioError unless they could be saved; a nearly full disk only delays them. */
  requireWritable(): void {
    if (this.#problem !== null || this.#findAccessProblem() !== null) this.check()
    const problem = this.#problem
    if (problem && problem.code !== storageErrors.diskLow)
      throw new StudioError({ ...problem, money: 'not_charged' })
  }

  /**
   * Checks the disk after an error of the database. Returns the error to throw: a StudioError if the disk or a damaged file caused it,
   * otherwise the same.
   */
  handleDatabaseError(error: unknown): unknown {
    const { log, dataFolder } = this.#dependencies
    const kind = sqliteErrorKind(error)
    if (kind === null || kind === 'busy' || kind === 'other') return error
    if (this.#problem === null) log.error('The database failed', { error: errorCause(error) })
    if (kind !== 'damaged') this.#mustTestWrite = true
    else {
      this.#isDamaged = true
      this.#markDamaged()
    }
    this.check()
    const problem = this.#problem ?? libraryProblem(error, dataFolder)
    return problem ? new StudioError(problem) : error
  }

  /** Tries again with each later error, because a damaged disk may be read-only at first. */
  #markDamaged(): void {
    if (this.#isMarkedDamaged) return
    const { log, onDamaged } = this.#dependencies
    try {
      onDamaged()
      this.#isMarkedDamaged = true
    } catch (error) {
      log.error('The database could not be marked for a check', { error: String(error) })
    }
  }

  /** Checks the disk now. Returns why the library can't be used. */
  check(): Problem | null {
    const { clock, onChange } = this.#dependencies
    this.#checkedAt = clock.now()
    const before = this.#problem
    this.#problem = this.#findProblem()
    this.#schedule()
    if (before?.code !== this.#problem?.code) onChange(this.#problem === null)
    return this.#problem
  }

  close(): void {
    this.#isClosed = true
    this.#cancelCheck?.()
  }

  #isDue(): boolean {
    const since = this.#checkedAt === null ? null : this.#dependencies.clock.now() - this.#checkedAt
    return since === null || since < 0 || since >= CHECK_INTERVAL_MS
  }

  /** While nothing is sent, nothing else would trigger another check. */
  #schedule(): void {
    this.#cancelCheck?.()
    if (this.#isClosed) return
    this.#cancelCheck = this.#dependencies.clock.after(CHECK_INTERVAL_MS, () => void this.#watch())
  }

  /** Notices a change while Easel is idle. Doesn't block the thread while the disk doesn't respond. */
  async #watch(): Promise<void> {
    const { database, library } = this.#dependencies.paths
    let isAccessible = true
    try {
      for (const path of [database, library]) await access(path, constants.R_OK | constants.W_OK)
    } catch {
      isAccessible = false
    }
    if (this.#isClosed) return
    const isKnownDisconnected = this.#problem?.code === storageErrors.libraryDisconnected
    if (isAccessible ? this.#problem !== null : !isKnownDisconnected) this.check()
    else this.#schedule()
  }

  #findProblem(): Problem | null {
    if (this.#isDamaged) return { code: storageErrors.databaseUnsound, money: 'none' }
    const problem = this.#findAccessProblem()
    if (problem?.code === storageErrors.libraryDisconnected) this.#mustTestWrite = true
    return problem ?? this.#findWriteProblem() ?? this.#findLowSpace()
  }

  #findAccessProblem(): Problem | null {
    const { dataFolder, paths } = this.#dependencies
    try {
      for (const path of [paths.database, paths.library]) accessSync(path, constants.R_OK | constants.W_OK)
      return null
    } catch (error) {
      return isReadOnly(error) ? libraryProblem(error, dataFolder) : disconnectedProblem(dataFolder)
    }
  }

  #findLowSpace(): Problem | null {
    const free = this.#freeBytes()
    if (free === null || free >= MIN_FREE_BYTES) return null
    return { code: storageErrors.diskLow, money: 'none', params: { free, needed: MIN_FREE_BYTES } }
  }

  /** Whether the open database can be written again, after it failed or its folder was gone. */
  #findWriteProblem(): Problem | null {
    const { testWrite, dataFolder, paths } = this.#dependencies
    if (!this.#mustTestWrite) return null
    // The open connection still writes to the file that was moved away.
    if (inodeOf(paths.database) !== this.#inode)
      return { code: storageErrors.diskFailed, money: 'none', params: { cause: 'The database was replaced' } }
    try {
      testWrite()
      this.#mustTestWrite = false
      return null
    } catch (error) {
      return libraryProblem(error, dataFolder) ?? diskFailedError(error).problem
    }
  }

  /** The free bytes on the disk; null if the system doesn't return them. */
  #freeBytes(): number | null {
    const { dataFolder, log, freeBytes = freeDiskBytes } = this.#dependencies
    try {
      return freeBytes(dataFolder)
    } catch (error) {
      log.warn('The free space of the disk is not known', { error: String(error) })
      return null
    }
  }
}

const disconnectedProblem = (folder: string): Problem => ({
  code: storageErrors.libraryDisconnected,
  money: 'none',
  params: { detail: folder },
})

/** The inode of a file; null if there is none. */
function inodeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.ino ?? null
}

/** The free bytes on the disk of a folder. */
export function freeDiskBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
