import type { Plan } from '../operations/Operation.ts'

/** Why a job will end without a result (facts.md §3); null details stay unsaid. */
export interface Failure {
  code: string | null
  message: string | null
  reason: string | null
  refunded: boolean
  /** How long after the end of the job the refund is booked; absent: at once. */
  refundAfterMs?: number
}

/** An accepted job: everything about it is decided here, its state follows from the clock. */
export interface JobRecord {
  /** The `request_id`. */
  id: string
  /** The spec's name of the inference type. */
  operation: string
  model: string
  /** The fields as they were sent. */
  body: Record<string, unknown>
  /** SHA-256 of each uploaded file, by field; nothing in books of before. */
  uploads?: Record<string, string[]>
  plan: Plan
  /** Dollars taken at acceptance. */
  price: number
  /** Milliseconds since the epoch. */
  acceptedAt: number
  queueMs: number
  workMs: number
  failure: Failure | null
  /** Never gets further than this share of its work; null for ordinary jobs. */
  stuckAt: number | null
}
