import { setImmediate } from 'node:timers/promises'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { PendingDeletions } from '../trash/PendingDeletions.ts'
import { thumbName } from '../assets/ThumbStore.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Clock, Log } from '../../world.ts'
import { UNUSED, type UnusedInput, type UnusedRead } from './readUnused.ts'
import type { Mutex } from './Mutex.ts'

const DAY_MS = 86_400_000
/** An unused input that was not requested for this long is removed automatically. */
const MIN_UNUSED_MS = 7 * DAY_MS
/** Delay of the first cleanup after startup. */
const FIRST_CLEANUP_MS = 10 * 60_000
/** An input that was not requested for this long is no longer on screen; an open form keeps its inputs in a draft. */
const RECENT_MS = DAY_MS
/** Inputs deleted in one transaction. */
const BATCH_SIZE = 100

type Usage = Omit<RouteOutput<'inputs.usage'>, 'found'>

interface Dependencies {
  database: Database
  /** Searches all jobs for references to inputs, in the query thread. */
  read: (request: { upTo: number }) => Promise<UnusedRead>
  pendingDeletions: PendingDeletions
  /** Shared with `Inputs`: a file that is being added again is not deleted meanwhile. */
  mutex: Mutex
  /** The draft that is saved for the next start. */
  draft: () => unknown
  onRemoved: () => void
  clock: Clock
  log: Log
}

/** Finds and removes inputs that nothing refers to: no job, no parameters, no draft, and no form or preview of this session. */
export class UnusedInputs {
  readonly #dependencies: Dependencies
  /** When each input was last added, or requested by a form, a price or a preview; oldest first. */
  readonly #lastRequests = new Map<string, number>()
  #cancel: (() => void) | null = null

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Notes that a form, a price or a preview requested this asset as an input. */
  note(id: string): void {
    const now = this.#dependencies.clock.now()
    this.#lastRequests.delete(id)
    this.#lastRequests.set(id, now)
    for (const [oldId, requestedAt] of this.#lastRequests) {
      if (now - requestedAt <= RECENT_MS) break
      this.#lastRequests.delete(oldId)
    }
  }

  /** Removes inputs that were unused for long, some time after startup and then once a day. */
  start(): void {
    this.#schedule(FIRST_CLEANUP_MS)
  }

  stop(): void {
    this.#cancel?.()
  }

  async usage(): Promise<Usage> {
    const { files, bytes, unused } = await this.#read(0)
    return { files, bytes, unusedFiles: unused.length, unusedBytes: sizeOf(unused) }
  }

  /** Removes unused inputs that were not requested for `ageMs`, in batches. Returns the number and size of the removed files. */
  clean(ageMs = 0): Promise<RouteOutput<'inputs.clean'>> {
    const { pendingDeletions, mutex, onRemoved, log } = this.#dependencies
    return mutex.run(async () => {
      const { unused } = await this.#read(ageMs)
      const removed: UnusedInput[] = []
      for (let from = 0; from < unused.length; from += BATCH_SIZE) {
        removed.push(...this.#remove(unused.slice(from, from + BATCH_SIZE)))
        await setImmediate()
      }
      await pendingDeletions.delete(['inputs', 'thumbs'])
      if (removed.length > 0) {
        log.info('Removed unused inputs', { files: removed.length, bytes: sizeOf(removed) })
        onRemoved()
      }
      return { deleted: removed.length, bytes: sizeOf(removed) }
    })
  }

  /** Removes the candidates that are still unused, and returns them. Jobs and previews that started meanwhile have requested theirs. */
  #remove(candidates: readonly UnusedInput[]): UnusedInput[] {
    const { database, pendingDeletions } = this.#dependencies
    return database.transaction(() => {
      const isUsed = this.#usedBySession()
      const unused = candidates.filter(
        ({ id }) => !isUsed(id) && database.get(`SELECT 1 FROM assets a WHERE a.id = ? AND ${UNUSED}`, id),
      )
      for (const { id, path, hasThumb } of unused) {
        pendingDeletions.add('inputs', path)
        if (hasThumb) pendingDeletions.add('thumbs', thumbName(id))
        database.run('DELETE FROM assets WHERE id = ?', id)
      }
      return unused
    })
  }

  #schedule(ms: number): void {
    const { clock, log } = this.#dependencies
    this.#cancel = clock.after(ms, () => {
      this.clean(MIN_UNUSED_MS).catch((error: unknown) =>
        log.warn('Unused inputs were not removed', { error: String(error) }),
      )
      this.#schedule(DAY_MS)
    })
  }

  async #read(ageMs: number): Promise<UnusedRead> {
    const { read, clock } = this.#dependencies
    const found = await read({ upTo: clock.now() - ageMs })
    const isUsed = this.#usedBySession()
    return { ...found, unused: found.unused.filter(({ id }) => !isUsed(id)) }
  }

  /** Whether an input was requested recently or is in the draft. */
  #usedBySession(): (id: string) => boolean {
    const draftStrings: ReadonlySet<string> = stringsIn(this.#dependencies.draft())
    return (id) => this.#lastRequests.has(id) || draftStrings.has(id)
  }
}

const sizeOf = (files: readonly { bytes: number }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)

/** Every string in a JSON value, at any depth. */
function stringsIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value === 'string') found.add(value)
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) stringsIn(inner, found)
  return found
}
