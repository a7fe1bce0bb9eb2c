import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { StudioEvents, Emit } from '../events.ts'
import type { Storage } from '../storage/createStorage.ts'
import type { World, Clock } from '../world.ts'
import { Settings } from './Settings.ts'
import type { Notice } from '../../../src-preload/contract/types/studio.ts'

interface Dependencies {
  world: Pick<World, 'clock' | 'uuid' | 'log'>
  storage: Pick<Storage, 'database' | 'disk'>
  /** Problems found while opening the library. */
  openingProblems: readonly Problem[]
  events: StudioEvents
}

/** What belongs to the program and its user rather than to jobs or results. */
export interface App {
  notices: Notices
  settings: Settings
}

/** The user's settings, and notices about the library or the program. */
export function createApp({ world, storage, openingProblems, events }: Dependencies): App {
  const { clock, uuid, log } = world
  const { database, disk } = storage
  const emit = events.emitToWindows
  const notices = new Notices({ clock, uuid, emit })
  for (const problem of openingProblems) notices.add(problem)
  let diskNotice: Problem | null = null
  events.on('diskChanged', () => {
    notices.withdraw((problem) => problem === diskNotice)
    diskNotice = disk.problem
    if (diskNotice) notices.add(diskNotice)
    emit({ type: 'disk.changed' })
  })
  const settings = new Settings({ database, clock, log, emit, report: (problem) => notices.add(problem) })
  return { notices, settings }
}

interface NoticeDependencies {
  clock: Clock
  uuid: () => string
  emit: Emit
}

/**
 * Messages about the library or the program rather than a job, such as a full disk or a restored database. Every window shows them until
 * the user dismisses them or their cause is gone. In memory only.
 */
export class Notices {
  readonly #dependencies: NoticeDependencies
  readonly #notices = new Map<string, Notice>()

  constructor(dependencies: NoticeDependencies) {
    this.#dependencies = dependencies
  }

  /** Adds a notice unless the list contains the same problem already. */
  add(problem: Problem): void {
    const text = JSON.stringify(problem)
    if ([...this.#notices.values()].some((notice) => JSON.stringify(notice.problem) === text)) return
    const notice = { id: this.#dependencies.uuid(), problem, at: this.#dependencies.clock.now() }
    this.#notices.set(notice.id, notice)
    this.#dependencies.emit({ type: 'notice', notice })
  }

  /** Removes notices whose problem no longer exists. */
  withdraw(isResolved: (problem: Problem) => boolean): void {
    this.#remove(this.list().filter(({ problem }) => isResolved(problem)))
  }

  list(): Notice[] {
    return [...this.#notices.values()]
  }

  /** Removes a notice, because the user dismissed it in one of the windows. */
  dismiss(id: string): void {
    this.#remove(this.list().filter((notice) => notice.id === id))
  }

  #remove(notices: readonly Notice[]): void {
    if (notices.length === 0) return
    for (const { id } of notices) this.#notices.delete(id)
    this.#dependencies.emit({ type: 'notices.withdrawn' })
  }
}
