import type { LedgerEntry } from './LedgerEntry.ts'

/** Records what happened to a job's price. Call it in the transaction that changes the job. */
export interface JobLedger {
  record: (jobId: string, entry: LedgerEntry, amount: number) => void
}
