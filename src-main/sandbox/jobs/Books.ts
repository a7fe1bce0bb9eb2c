import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../isRecord.ts'
import type { JobRecord } from './JobRecord.ts'
import { jobPhase } from './jobPhase.ts'

type Line = { kind: 'job'; job: JobRecord } | { kind: 'credit'; amount: number; at: number }

/** The record of jobs and money: append-only, one JSON object a line, read back at the next start. */
export class Books {
  readonly #file: string | null
  readonly #jobs = new Map<string, JobRecord>()
  #credits = 0

  /** A line that does not parse (a torn last one) is passed over. */
  constructor(stateFolder: string | null, firstCredit: number, now: number) {
    this.#file = stateFolder === null ? null : join(stateFolder, 'sandbox.jsonl')
    if (stateFolder !== null) mkdirSync(stateFolder, { recursive: true })
    const known = this.#file !== null && existsSync(this.#file)
    if (known && this.#file) this.#readBack(readFileSync(this.#file, 'utf8'))
    if (!known) this.credit(firstCredit, now)
  }

  addJob(job: JobRecord): void {
    this.#append({ kind: 'job', job })
  }

  credit(amount: number, at: number): void {
    this.#append({ kind: 'credit', amount, at })
  }

  job(id: string): JobRecord | null {
    return this.#jobs.get(id.toLowerCase()) ?? null
  }

  /** Oldest first. */
  jobs(): JobRecord[] {
    return [...this.#jobs.values()]
  }

  /** Dollars left: jobs are charged when taken and refunded when they fail (facts.md §5). */
  balance(now: number): number {
    let left = this.#credits
    for (const job of this.#jobs.values()) {
      if (!isRefunded(job, now)) left -= job.price
    }
    return Math.round(left * 1e8) / 1e8
  }

  #readBack(text: string): void {
    for (const line of text.split('\n')) {
      const parsed = readLine(line)
      if (parsed) this.#take(parsed)
    }
    if (text !== '' && !text.endsWith('\n') && this.#file) appendFileSync(this.#file, '\n')
  }

  #append(line: Line): void {
    if (this.#file !== null) appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
    this.#take(line)
  }

  #take(line: Line): void {
    if (line.kind === 'job') this.#jobs.set(line.job.id, line.job)
    else this.#credits += line.amount
  }
}

function isRefunded(job: JobRecord, now: number): boolean {
  const { refunded = false, refundAfterMs = 0 } = job.failure ?? {}
  return refunded && jobPhase(job, now - refundAfterMs).word === 'error'
}

function readLine(text: string): Line | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value)) return null
    if (value.kind === 'job' && isJob(value.job)) return { kind: 'job', job: value.job }
    if (value.kind === 'credit' && typeof value.amount === 'number') {
      return { kind: 'credit', amount: value.amount, at: Number(value.at ?? 0) }
    }
    return null
  } catch {
    return null
  }
}

/** The sandbox writes these lines itself; only a hand at the file makes other ones. */
function isJob(value: unknown): value is JobRecord {
  return (
    isRecord(value) &&
    ['id', 'operation', 'model'].every((key) => typeof value[key] === 'string') &&
    ['price', 'acceptedAt', 'queueMs', 'workMs'].every((key) => typeof value[key] === 'number') &&
    isRecord(value.body) &&
    isRecord(value.plan)
  )
}
