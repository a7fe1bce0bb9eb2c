/** What happened to a job's quoted price. `unconfirmed`: it failed, and the service did not say whether it refunded the price. */
export type LedgerEntry = 'quoted' | 'accepted' | 'uncertain' | 'unconfirmed' | 'refunded' | 'released'
