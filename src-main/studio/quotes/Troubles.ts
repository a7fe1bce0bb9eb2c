import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { Clock } from '../world.ts'
import type { Unpriced } from './Asked.ts'
import { heldUntil } from './heldUntil.ts'

interface Trouble {
  problem: Problem
  until: number
}

/** How long a failure other than a limit is believed. */
const LIFE_MS = 3000
const MOST = 500

/** Why prices could not be had lately: by key for a few seconds, by connection for as long as the service wants to be left alone. */
export class Troubles {
  readonly #clock: Clock
  readonly #byKey = new Map<string, Trouble>()
  readonly #byConnection = new Map<string, Trouble>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  find({ connectionId, key }: { connectionId: string; key: string }): Problem | null {
    const now = this.#clock.now()
    const trouble = [this.#byConnection.get(connectionId), this.#byKey.get(key)].find(
      (one) => one && now < one.until,
    )
    return trouble?.problem ?? null
  }

  /** Notes a failure; the answer is the problem to show, with `params.waitsUntil` where asking again must wait. */
  keep({ connectionId, key }: { connectionId: string; key: string }, failure: Unpriced): Problem {
    const now = this.#clock.now()
    const until = heldUntil(failure, now)
    if (until === null) {
      if (this.#byKey.size >= MOST) this.#byKey.clear()
      this.#byKey.set(key, { problem: failure.problem, until: now + LIFE_MS })
      return failure.problem
    }
    const problem = { ...failure.problem, params: { ...failure.problem.params, waitsUntil: until } }
    this.#byConnection.set(connectionId, { problem, until })
    return problem
  }

  /** Forgets the troubles of a connection: its own, and those of its keys. */
  clear(connectionId: string): void {
    this.#byConnection.delete(connectionId)
    for (const key of this.#byKey.keys()) if (key.startsWith(`${connectionId}/`)) this.#byKey.delete(key)
  }
}
