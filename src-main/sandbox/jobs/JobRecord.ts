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

/** An accepted job. It is complete at acceptance; the job's status follows from it and the clock. */
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

/** A job's phase at a time. It depends on the record alone, so that a restart changes nothing. */
export function jobPhase(job: JobRecord, now: number): JobPhase {
  const worked = now - job.acceptedAt - job.queueMs
  if (worked < 0) return { status: 'pending', share: 0 }
  const share = Math.min(1, worked / Math.max(1, job.workMs), job.stuckAt ?? 1)
  if (job.failure && share >= 0.6) return { status: 'error', share: 0.6 }
  return share >= 1 ? { status: 'done', share: 1 } : { status: 'processing', share }
}
