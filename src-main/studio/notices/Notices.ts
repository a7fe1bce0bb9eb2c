import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Notice } from '../../../src-preload/contract/types/studio.ts'
import type { Emit } from '../events.ts'
import type { Clock } from '../world.ts'

interface Parts {
  clock: Clock
  uuid: () => string
  emit: Emit
}

/** What the person must know about the studio itself, until they have read it. */
export class Notices {
  readonly #parts: Parts
  readonly #notices = new Map<string, Notice>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Adds a notice; an equal one that is still unread stays alone. */
  add(problem: Problem): void {
    const text = JSON.stringify(problem)
    if ([...this.#notices.values()].some((notice) => JSON.stringify(notice.problem) === text)) return
    const notice = { id: this.#parts.uuid(), problem, at: this.#parts.clock.now() }
    this.#notices.set(notice.id, notice)
    this.#parts.emit({ type: 'notice', notice })
  }

  /** Takes away what is no longer so, read or not. */
  withdraw(isOver: (problem: Problem) => boolean): void {
    const over = this.list().filter(({ problem }) => isOver(problem))
    if (over.length === 0) return
    for (const { id } of over) this.#notices.delete(id)
    this.#parts.emit({ type: 'notices.withdrawn' })
  }

  list(): Notice[] {
    return [...this.#notices.values()]
  }

  dismiss(id: string): void {
    this.#notices.delete(id)
  }
}
