import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DragOutcome } from '../../../../src-preload/contract/bridge.ts'
import { boundaryErrors, libraryErrors, type Envelope } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { MAX_IDS } from '../../../../src-preload/constraints/limits.ts'
import { makeFolderDurably } from '../../../studio/storage/files/durableFiles.ts'
import type { Exports } from '../../../studio/library/export/Exports.ts'

/** More would take too long to copy while the user holds the button. */
const MAX_FILES = 100
const MAX_BYTES = 1 << 30
/** How long copies are kept, because the program that they were dropped on may read them later. */
const KEPT_MS = 60 * 60 * 1000
const ID = /^[A-Za-z0-9_-]{1,64}$/

type CopyingExports = Pick<Exports, 'totalBytes' | 'startCopies' | 'finished' | 'status' | 'cancel'>

interface Dependencies {
  /** Folder for the copies, used by this class only. Created in its existing parent. */
  folder: string
  exports: () => Promise<CopyingExports>
  /** Starts the drag of the system. */
  startDrag: (paths: string[]) => void
  now: () => number
}

/**
 * Drags results out to other programs. The window passes the ids of results; the host copies their files under readable names, with their
 * parameters if the user wants them. A program that changes or moves a copy doesn't change the library.
 */
export class DragOut {
  readonly #dependencies: Dependencies
  /** The drag that is being prepared. */
  #current = new AbortController()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Resolves when the drag has started, or was cancelled before. `ids` are untrusted. */
  async start(ids: unknown): Promise<Envelope<DragOutcome>> {
    if (!isIdList(ids)) return fail({ code: boundaryErrors.invalidInput, money: 'none' })
    this.cancel()
    const controller = new AbortController()
    this.#current = controller
    const { folder, exports: open, startDrag } = this.#dependencies
    try {
      const exports = await open()
      const isTooLarge = ids.length > MAX_FILES || (await exports.totalBytes(ids)) > MAX_BYTES
      if (isTooLarge) return fail({ code: libraryErrors.dragTooLarge, money: 'none' })
      await this.deleteOld()
      await makeFolderDurably(folder)
      const copies = await mkdtemp(join(folder, 'drag-'))
      const outcome = await this.#copy(exports, ids, copies, controller.signal)
      if (!outcome.ok || outcome.data.state === 'cancelled')
        await rm(copies, { recursive: true, force: true })
      else startDrag((await readdir(copies)).sort().map((name) => join(copies, name)))
      return outcome
    } catch (error) {
      if (error instanceof StudioError) return fail(error.problem)
      return fail({ code: libraryErrors.copyFailed, money: 'none' })
    }
  }

  /** Cancels the drag that is being prepared, because the user has released the button. */
  cancel(): void {
    this.#current.abort()
  }

  /** Deletes the copies of earlier drags. Call it at startup. */
  async deleteOld(): Promise<void> {
    const { folder, now } = this.#dependencies
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name)
      // A drag that was cancelled meanwhile deletes its own.
      const stats = await stat(path).catch(() => null)
      if (stats && now() - stats.mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true })
    }
  }

  /** Copies the files, unless `signal` is or gets aborted. */
  async #copy(
    exports: CopyingExports,
    ids: string[],
    copies: string,
    signal: AbortSignal,
  ): Promise<Envelope<DragOutcome>> {
    const id = exports.startCopies(ids, copies)
    if (signal.aborted) exports.cancel(id)
    signal.addEventListener('abort', () => exports.cancel(id))
    await exports.finished(id)
    if (signal.aborted) return { ok: true, data: { state: 'cancelled', leftOut: 0 } }
    const status = exports.status(id)
    if (status?.problem) return fail(status.problem)
    return { ok: true, data: { state: 'started', leftOut: status?.failureCount ?? 0 } }
  }
}

const isIdList = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= MAX_IDS &&
  value.every((id) => typeof id === 'string' && ID.test(id))

const fail = (problem: Problem): Envelope<never> => ({ ok: false, error: problem })
