import type { Endpoint } from './http/Call.ts'

/** How many requests arrived, by endpoint, whatever became of them. */
export type Counts = Record<Endpoint, number> & {
  /** Result downloads that carried an Authorization header: a client must send none. */
  resultWithKey: number
  /** Requests to no endpoint. */
  unknown: number
}

/** Counts what reached the sandbox, for tests of its clients. */
export class Witness {
  #counts = zero()

  saw(endpoint: Endpoint | null, withKey: boolean): void {
    if (endpoint === null) this.#counts.unknown += 1
    else this.#counts[endpoint] += 1
    if (endpoint === 'result' && withKey) this.#counts.resultWithKey += 1
  }

  counts(): Counts {
    return { ...this.#counts }
  }

  reset(): void {
    this.#counts = zero()
  }
}

function zero(): Counts {
  return { models: 0, price: 0, submit: 0, status: 0, result: 0, balance: 0, resultWithKey: 0, unknown: 0 }
}
