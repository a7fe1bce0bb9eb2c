import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../isRecord.ts'
import { findJobPhase, type JobRecord } from './JobRecord.ts'

type JournalEntry = { kind: 'job'; job: JobRecord } | { kind: 'credit'; amount: number; at: number }

/** The account's jobs and credit: an append-only journal with one JSON object per line, loaded at the next start. */
export class AccountStore {
  readonly #file: string | null
  readonly #jobs = new Map<string, JobRecord>()
  #credits = 0

  /** Skips lines that can't be parsed, such as a truncated last line. */
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

  /** Dollars left. Jobs are charged when accepted and refunded when they fail (service.md §Balance). */
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
