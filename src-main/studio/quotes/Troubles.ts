import type { Problem } from '../../../src-preload/contract/types/problem.ts'
import type { PriceRequest } from '../service/PriceRequest.ts'
import type { Clock } from '../world.ts'
import type { Unpriced } from './Asked.ts'
import { heldUntil } from './heldUntil.ts'

interface Asked {
  connectionId: string
  key: string
  request: PriceRequest
}

interface Trouble {
  /** Paths of the files it was asked for with: the same price may be had with another file. */
  files?: string
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

  find({ connectionId, key, request }: Asked): Problem | null {
    const now = this.#clock.now()
    const own = this.#byKey.get(key)
    const same = own?.files === filesOf(request) ? own : undefined
    const trouble = [this.#byConnection.get(connectionId), same].find((one) => one && now < one.until)
    return trouble?.problem ?? null
  }

  /** Notes a failure; the answer is the problem to show, with `params.waitsUntil` where asking again must wait. */
  keep({ connectionId, key, request }: Asked, failure: Unpriced): Problem {
    const now = this.#clock.now()
    const until = heldUntil(failure, now)
    if (until === null) {
      if (this.#byKey.size >= MOST) this.#byKey.clear()
      this.#byKey.set(key, {
        files: filesOf(request),
        problem: failure.problem,
        until: now + LIFE_MS,
      })
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

const filesOf = (request: PriceRequest): string => {
  const own = request.encoding === 'multipart' ? request.files : []
  return [...own, ...(request.onDemand ?? []).flatMap(({ files }) => files)]
    .map(({ path }) => path)
    .join('\n')
}
