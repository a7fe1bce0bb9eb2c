/** What happened to a job's quoted price: the ledger's own words. */
export type LedgerEntry = 'quoted' | 'accepted' | 'uncertain' | 'refunded' | 'released'
