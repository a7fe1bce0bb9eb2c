import type { Plan } from '../operations/Operation.ts'

/** Why a job ends without a result (service.md §Job status). The status record omits details that are null. */
export interface Failure {
  code: string | null
  message: string | null
  reason: string | null
  refunded: boolean
  /** Delay between the end of the job and its refund. Default: none. */
  refundAfterMs?: number
}

/** An accepted job. The record never changes; the job's status is computed from it and the clock. */
export interface JobRecord {
  /** The `request_id`. */
  id: string
  /** The spec's name of the inference type. */
  operation: string
  model: string
  /** The fields as they were sent. */
  body: Record<string, unknown>
  /** SHA-256 of each uploaded file, by field. Absent in records of older versions. */
  uploads?: Record<string, string[]>
  plan: Plan
  /** Dollars charged at acceptance. */
  price: number
  /** Milliseconds since the epoch. */
  acceptedAt: number
  queueMs: number
  workMs: number
  failure: Failure | null
  /** The share of its work at which the job hangs forever, 0 to 1; null for normal jobs. */
  stuckAt: number | null
}

export interface JobPhase {
  status: 'pending' | 'processing' | 'done' | 'error'
  /** Share of the work done, 0 to 1. */
  share: number
}

/** A job's phase at a time. Uses only the record, so that a restart changes nothing. */
export function findJobPhase(job: JobRecord, now: number): JobPhase {
  const elapsed = now - job.acceptedAt - job.queueMs
  if (elapsed < 0) return { status: 'pending', share: 0 }
  const share = Math.min(1, elapsed / Math.max(1, job.workMs), job.stuckAt ?? 1)
  if (job.failure && share >= 0.6) return { status: 'error', share: 0.6 }
  return share >= 1 ? { status: 'done', share: 1 } : { status: 'processing', share }
}
