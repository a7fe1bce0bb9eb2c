import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Notice } from '../../../src-preload/contract/types/studio.ts'
import type { Emit } from '../events.ts'
import type { Clock } from '../world.ts'

interface Dependencies {
  clock: Clock
  uuid: () => string
  emit: Emit
}

/** Notices about the program itself that the user has not dismissed yet. */
export class Notices {
  readonly #dependencies: Dependencies
  readonly #notices = new Map<string, Notice>()

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Adds a notice unless an identical one exists. */
  add(problem: Problem): void {
    const text = JSON.stringify(problem)
    if ([...this.#notices.values()].some((notice) => JSON.stringify(notice.problem) === text)) return
    const notice = { id: this.#dependencies.uuid(), problem, at: this.#dependencies.clock.now() }
    this.#notices.set(notice.id, notice)
    this.#dependencies.emit({ type: 'notice', notice })
  }

  /** Removes notices whose problem no longer exists. */
  withdraw(isResolved: (problem: Problem) => boolean): void {
    const resolved = this.list().filter(({ problem }) => isResolved(problem))
    if (resolved.length === 0) return
    for (const { id } of resolved) this.#notices.delete(id)
    this.#dependencies.emit({ type: 'notices.withdrawn' })
  }

  list(): Notice[] {
    return [...this.#notices.values()]
  }

  dismiss(id: string): void {
    this.#notices.delete(id)
  }
}
