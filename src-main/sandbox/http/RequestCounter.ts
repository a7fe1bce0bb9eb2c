import type { Endpoint } from './ParsedRequest.ts'

/**
 * Number of requests per endpoint, whatever the response. Requests with an invalid URL or a foreign `Host`, and those that control the
 * sandbox, are not counted.
 */
export type RequestCounts = Record<Endpoint, number> & {
  /** Result downloads that carried an Authorization header. A client must not send one. */
  resultWithKey: number
  /** Requests to paths that are not an endpoint. */
  unknown: number
}

/** Counts the requests to the sandbox, for tests of its clients. */
export class RequestCounter {
  #counts = zeroCounts()

  count(endpoint: Endpoint | null, withKey: boolean): void {
    if (endpoint === null) this.#counts.unknown += 1
    else this.#counts[endpoint] += 1
    if (endpoint === 'result' && withKey) this.#counts.resultWithKey += 1
  }

  counts(): RequestCounts {
    return { ...this.#counts }
  }

  reset(): void {
    this.#counts = zeroCounts()
  }
}

function zeroCounts(): RequestCounts {
  return { models: 0, price: 0, submit: 0, status: 0, result: 0, balance: 0, resultWithKey: 0, unknown: 0 }
}
