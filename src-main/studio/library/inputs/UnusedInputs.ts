import { setImmediate } from 'node:timers/promises'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { PendingDeletions } from '../trash/PendingDeletions.ts'
import { thumbName } from '../assets/ThumbStore.ts'
import type { Database } from '../../storage/Database.ts'
import type { Clock, Log } from '../../world.ts'
import { UNUSED, type UnusedInput, type UnusedRead } from './readUnused.ts'
import { textsIn } from './textsIn.ts'
import type { Mutex } from './Mutex.ts'

const DAY_MS = 86_400_000
/** An unused input that was not requested for so long is removed automatically. */
const GRACE_MS = 7 * DAY_MS
/** Delay of the first cleanup after the start. */
const QUIET_MS = 10 * 60_000
/** An input that was not requested for so long is not on screen any more; an open form keeps its inputs as a draft. */
const IN_SIGHT_MS = DAY_MS
/** Inputs deleted in one transaction. */
const AT_ONCE = 100

type Usage = Omit<RouteOutput<'inputs.usage'>, 'found'>

interface Parts {
  database: Database
  /** Searches all jobs for references to inputs, in the query thread. */
  read: (asked: { upTo: number }) => Promise<UnusedRead>
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
  readonly #parts: Parts
  /** When each input was last added, or requested by a form, a price or a preview; oldest first. */
  readonly #inSight = new Map<string, number>()
  #cancel: (() => void) | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Notes that a form, a price or a preview requested this asset as an input. */
  note(id: string): void {
    const now = this.#parts.clock.now()
    this.#inSight.delete(id)
    this.#inSight.set(id, now)
    for (const [old, at] of this.#inSight) {
      if (now - at <= IN_SIGHT_MS) break
      this.#inSight.delete(old)
    }
  }

  /** Removes inputs that were unused for long, some time after the start and then once a day. */
  start(): void {
    this.#wait(QUIET_MS)
  }

  stop(): void {
    this.#cancel?.()
  }

  async usage(): Promise<Usage> {
    const { files, bytes, unused } = await this.#read(0)
    return { files, bytes, unusedFiles: unused.length, unusedBytes: sizeOf(unused) }
  }

  /** Removes unused inputs that were not requested for `ageMs`, in slices; returns what was removed. */
  clean(ageMs = 0): Promise<RouteOutput<'inputs.clean'>> {
    const { pendingDeletions, mutex, onRemoved, log } = this.#parts
    return mutex.take(async () => {
      const { unused } = await this.#read(ageMs)
      const gone: UnusedInput[] = []
      for (let from = 0; from < unused.length; from += AT_ONCE) {
        gone.push(...this.#remove(unused.slice(from, from + AT_ONCE)))
        await setImmediate()
      }
      await pendingDeletions.delete(['inputs', 'thumbs'])
      if (gone.length > 0) {
        log.info('Removed unused inputs', { files: gone.length, bytes: sizeOf(gone) })
        onRemoved()
      }
      return { deleted: gone.length, bytes: sizeOf(gone) }
    })
  }

  /** Filters inputs that are still unused; jobs and previews that started during the search have requested theirs. */
  #remove(candidates: readonly UnusedInput[]): UnusedInput[] {
    const { database, pendingDeletions } = this.#parts
    return database.transaction(() => {
      const isKept = this.#keeps()
      const still = candidates.filter(
        ({ id }) => !isKept(id) && database.get(`SELECT 1 FROM assets a WHERE a.id = ? AND ${UNUSED}`, id),
      )
      for (const { id, path, hasThumb } of still) {
        pendingDeletions.add('inputs', path)
        if (hasThumb) pendingDeletions.add('thumbs', thumbName(id))
        database.run('DELETE FROM assets WHERE id = ?', id)
      }
      return still
    })
  }

  #wait(ms: number): void {
    const { clock, log } = this.#parts
    this.#cancel = clock.after(ms, () => {
      this.clean(GRACE_MS).catch((error: unknown) =>
        log.warn('Unused inputs were not removed', { error: String(error) }),
      )
      this.#wait(DAY_MS)
    })
  }

  async #read(ageMs: number): Promise<UnusedRead> {
    const { read, clock } = this.#parts
    const found = await read({ upTo: clock.now() - ageMs })
    const isKept = this.#keeps()
    return { ...found, unused: found.unused.filter(({ id }) => !isKept(id)) }
  }

  /** Recently requested, or in the draft. */
  #keeps(): (id: string) => boolean {
    const named: ReadonlySet<string> = textsIn(this.#parts.draft())
    return (id) => this.#inSight.has(id) || named.has(id)
  }
}

const sizeOf = (files: readonly { bytes: number }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)
