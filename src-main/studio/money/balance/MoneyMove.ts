/** The effect of one job on a balance. Times are milliseconds since the epoch, as the studio saw them. */
export interface MoneyMove {
  id: string
  title: string
  /** Its quote. */
  amount: number
  sentAt: number
  /** When its answer was there, or was known to be lost. */
  answeredAt: number
  /** When the service was seen to have ended it; null while it may go on. */
  endedAt: number | null
  /**
   * `unconfirmed`: failed, and the service did not say whether it refunded the price. `unclear`: it said that it did not,
   * which may change (service.md §Job status).
   */
  outcome: 'running' | 'settled' | 'refunded' | 'uncertain' | 'unconfirmed' | 'unclear'
}
