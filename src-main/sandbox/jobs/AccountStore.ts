import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../isRecord.ts'
import type { Plan } from '../operations/Operation.ts'

type JournalEntry = { kind: 'job'; job: JobRecord } | { kind: 'credit'; amount: number; at: number }

/** The account's jobs and credit. With a folder, they are kept in an append-only journal of one JSON object per line. */
export class AccountStore {
  readonly #file: string | null
  readonly #jobs = new Map<string, JobRecord>()
  #credits = 0

  /** Loads the journal of the folder; lines that can't be parsed, such as a truncated last line, are skipped. Credits a new account. */
  constructor(stateFolder: string | null, firstCredit: number, now: number) {
    this.#file = stateFolder === null ? null : join(stateFolder, 'sandbox.jsonl')
    if (stateFolder !== null) mkdirSync(stateFolder, { recursive: true })
    const exists = this.#file !== null && existsSync(this.#file)
    if (exists && this.#file) this.#load(readFileSync(this.#file, 'utf8'))
    if (!exists) this.addCredit(firstCredit, now)
  }

  addJob(job: JobRecord): void {
    this.#append({ kind: 'job', job })
  }

  addCredit(amount: number, at: number): void {
    this.#append({ kind: 'credit', amount, at })
  }

  findJob(id: string): JobRecord | null {
    return this.#jobs.get(id.toLowerCase()) ?? null
  }

  /** Oldest first. */
  jobs(): JobRecord[] {
    return [...this.#jobs.values()]
  }

  /** Dollars left. Jobs are charged when accepted. Those with `failure.refunded` are refunded after they fail (service.md §Balance). */
  balance(now: number): number {
    let left = this.#credits
    for (const job of this.#jobs.values()) {
      if (!isRefunded(job, now)) left -= job.price
    }
    return Math.round(left * 1e8) / 1e8
  }

  #load(text: string): void {
    for (const line of text.split('\n')) {
      const parsed = parseEntry(line)
      if (parsed) this.#apply(parsed)
    }
    if (text !== '' && !text.endsWith('\n') && this.#file) appendFileSync(this.#file, '\n')
  }

  #append(entry: JournalEntry): void {
    if (this.#file !== null) appendFileSync(this.#file, `${JSON.stringify(entry)}\n`)
    this.#apply(entry)
  }

  #apply(entry: JournalEntry): void {
    if (entry.kind === 'job') this.#jobs.set(entry.job.id, entry.job)
    else this.#credits += entry.amount
  }
}

function isRefunded(job: JobRecord, now: number): boolean {
  const { refunded = false, refundAfterMs = 0 } = job.failure ?? {}
  return refunded && findJobPhase(job, now - refundAfterMs).status === 'error'
}

function parseEntry(text: string): JournalEntry | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value)) return null
    if (value.kind === 'job' && isJobRecord(value.job)) return { kind: 'job', job: value.job }
    if (value.kind === 'credit' && typeof value.amount === 'number') {
      return { kind: 'credit', amount: value.amount, at: Number(value.at ?? 0) }
    }
    return null
  } catch {
    return null
  }
}

/** A shallow check is enough, because only the sandbox writes this file. */
function isJobRecord(value: unknown): value is JobRecord {
  return (
    isRecord(value) &&
    ['id', 'operation', 'model'].every((key) => typeof value[key] === 'string') &&
    ['price', 'acceptedAt', 'queueMs', 'workMs'].every((key) => typeof value[key] === 'number') &&
    isRecord(value.body) &&
    isRecord(value.plan)
  )
}

/** Why a job ends without a result (service.md §Job status). Without a `code`, the status record has none of these details. */
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
  /** Time in the queue, and duration of the work after it. */
  queueMs: number
  workMs: number
  /** How the job ends; null if it succeeds. */
  failure: Failure | null
  /** The share of its work at which the job hangs forever, 0 to 1; null for normal jobs. */
  stuckAt: number | null
}

interface JobPhase {
  status: 'pending' | 'processing' | 'done' | 'error'
  /** Share of the work done, 0 to 1. */
  doneShare: number
}

/** A job that fails does so after this share of its work. */
export const FAILURE_SHARE = 0.6

/** A job's phase at a time, in milliseconds since the epoch. It depends only on the record, so a restart changes nothing. */
export function findJobPhase(job: JobRecord, now: number): JobPhase {
  const elapsed = now - job.acceptedAt - job.queueMs
  if (elapsed < 0) return { status: 'pending', doneShare: 0 }
  const doneShare = Math.min(1, elapsed / Math.max(1, job.workMs), job.stuckAt ?? 1)
  if (job.failure && doneShare >= FAILURE_SHARE) return { status: 'error', doneShare: FAILURE_SHARE }
  return doneShare >= 1 ? { status: 'done', doneShare: 1 } : { status: 'processing', doneShare }
}
