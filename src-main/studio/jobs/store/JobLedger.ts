import type { LedgerEntry } from './LedgerEntry.ts'

/** Notes what happened to a job's price; call it in the transaction that changes the job. */
export interface JobLedger {
  record: (jobId: string, entry: LedgerEntry, amount: number) => void
}
