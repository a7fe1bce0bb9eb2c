import type { FolderContent } from '../../../studio/storage/files/libraryFolder.ts'
import type { Clock } from '../../../studio/world.ts'

/** A folder that doesn't respond within this time counts as missing. */
const MAX_CHECK_MS = 2000
/** While this many folders don't respond, no others are checked, because each occupies one of the four threads that read files. */
const MAX_OVERDUE = 2
/** The same for a folder that the user chose. One thread remains. */
const MAX_OVERDUE_IF_CHOSEN = 3

interface Dependencies {
  /** Reads what a folder contains. Never rejects. */
  read: (folder: string) => Promise<FolderContent>
  clock: Pick<Clock, 'after'>
}

/** Checks what folders contain, without waiting long for one that doesn't respond, such as on an unreachable network drive. */
export class FolderChecks {
  readonly #dependencies: Dependencies
  /** The checks that haven't returned, by folder. */
  readonly #running = new Map<string, Promise<FolderContent>>()
  /** Folders whose check has taken too long and hasn't returned. */
  readonly #overdue = new Set<string>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Whether a folder still doesn't respond. A normal exit of the process would wait for it. */
  get isWaiting(): boolean {
    return this.#overdue.size > 0
  }

  /** What a folder contains. A folder whose earlier check hasn't returned isn't read again. */
  async check(folder: string, { isChosen = false } = {}): Promise<FolderContent> {
    const maxOverdue = isChosen ? MAX_OVERDUE_IF_CHOSEN : MAX_OVERDUE
    const isFull = this.#overdue.size >= maxOverdue && !this.#running.has(folder)
    if (isFull || this.#overdue.has(folder)) return 'missing'
    const { promise: timeout, resolve } = Promise.withResolvers<FolderContent>()
    const cancel = this.#dependencies.clock.after(MAX_CHECK_MS, () => {
      this.#overdue.add(folder)
      resolve('missing')
    })
    try {
      return await Promise.race([this.#running.get(folder) ?? this.#start(folder), timeout])
    } finally {
      cancel()
    }
  }

  #start(folder: string): Promise<FolderContent> {
    const running = this.#dependencies.read(folder).finally(() => {
      this.#running.delete(folder)
      this.#overdue.delete(folder)
    })
    this.#running.set(folder, running)
    return running
  }
}
