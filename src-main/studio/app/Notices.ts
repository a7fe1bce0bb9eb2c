import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Notice } from '../../../src-preload/contract/types/studio.ts'
import type { Emit } from '../events.ts'
import type { Clock } from '../world.ts'

interface Parts {
  clock: Clock
  uuid: () => string
  emit: Emit
}

/** Messages about the program itself that the user has not dismissed yet. */
export class Notices {
  readonly #parts: Parts
  readonly #notices = new Map<string, Notice>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Adds a notice unless an identical one exists. */
  add(problem: Problem): void {
    const text = JSON.stringify(problem)
    if ([...this.#notices.values()].some((notice) => JSON.stringify(notice.problem) === text)) return
    const notice = { id: this.#parts.uuid(), problem, at: this.#parts.clock.now() }
    this.#notices.set(notice.id, notice)
    this.#parts.emit({ type: 'notice', notice })
  }

  /** Removes notices whose problem no longer exists. */
  withdraw(isResolved: (problem: Problem) => boolean): void {
    const resolved = this.list().filter(({ problem }) => isResolved(problem))
    if (resolved.length === 0) return
    for (const { id } of resolved) this.#notices.delete(id)
    this.#parts.emit({ type: 'notices.withdrawn' })
  }

  list(): Notice[] {
    return [...this.#notices.values()]
  }

  dismiss(id: string): void {
    this.#notices.delete(id)
  }
}
