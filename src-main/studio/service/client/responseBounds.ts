import type { JsonBounds } from './boundedJson.ts'

export interface ResponseBounds extends JsonBounds {
  /** Maximum size of the body, both compressed and decompressed. */
  bytes: number
}

const KIB = 1024
const MIB = 1024 * KIB

const small: ResponseBounds = { bytes: 256 * KIB, depth: 32, values: 2_000 }
/** Enough for a page of 100 models, each with ten languages of twenty voices. */
const models: ResponseBounds = { bytes: 8 * MIB, depth: 32, values: 200_000 }
/** Inline results stay text, so only their length counts: 2,048 vectors of 1,024 numbers (service.md §Embeddings). */
const status: ResponseBounds = { bytes: 48 * MIB, depth: 32, values: 10_000 }
/** Large, because an unreadable response leaves an unconfirmed job, and a service may echo the request. */
const submit: ResponseBounds = { bytes: 16 * MIB, depth: 32, values: 10_000 }

/** How much of a response is read, by the path of the request relative to the service's prefix. */
export function responseBounds(method: string, path: string): ResponseBounds {
  if (path.startsWith('request-status/')) return status
  if (/^models(?:\?|$)/.test(path)) return models
  if (method === 'GET' || /\/price(?:-calculation)?$/.test(path)) return small
  return submit
}
