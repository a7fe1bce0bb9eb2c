/** Records what happened to a job's price. Call it in the transaction that changes the job. */
export interface JobLedger {
  record: (jobId: string, entry: LedgerEntry, amount: number) => void
}

/** What happened to a job's quoted price. `unconfirmed`: it failed, and the service did not say whether it refunded the price. */
type LedgerEntry = 'quoted' | 'accepted' | 'uncertain' | 'unconfirmed' | 'refunded' | 'released'
