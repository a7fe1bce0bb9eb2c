import type { JsonBounds } from './boundedJson.ts'

export interface AnswerBounds extends JsonBounds {
  /** Of the body, after decompression too. */
  bytes: number
}

const KIB = 1024
const MIB = 1024 * KIB

const small: AnswerBounds = { bytes: 256 * KIB, depth: 32, values: 2_000 }
/** A page of 100 models, each with ten languages of twenty voices, stays below. */
const models: AnswerBounds = { bytes: 8 * MIB, depth: 32, values: 200_000 }
/** Inline results are kept as text, so only their length counts: 2,048 vectors of 1,024 numbers (service.md §Embeddings). */
const status: AnswerBounds = { bytes: 48 * MIB, depth: 32, values: 10_000 }
/** Large, because an unreadable response leaves an uncertain job, and a service may repeat the request in it. */
const submit: AnswerBounds = { bytes: 16 * MIB, depth: 32, values: 10_000 }

/** How much of a response is read, by the request's path below the service's prefix. */
export function answerBounds(method: string, path: string): AnswerBounds {
  if (path.startsWith('request-status/')) return status
  if (/^models(?:\?|$)/.test(path)) return models
  if (method === 'GET' || /\/price(?:-calculation)?$/.test(path)) return small
  return submit
}
