/** What one job may have charged to a balance. Times are milliseconds since the epoch, as the studio saw them. */
export interface JobCharge {
  id: string
  title: string
  /** Its quote. */
  amount: number
  sentAt: number
  /** When the response to its request arrived, or was known to be lost. */
  respondedAt: number
  /** When the studio saw that it had ended; null while it may be running. */
  endedAt: number | null
  /**
   * `unconfirmed`: failed, and the service did not say whether it refunded the price. `not_refunded`: failed, and the service said
   * that it did not refund the price, which may change (service.md §Job status).
   */
  outcome: 'running' | 'completed' | 'refunded' | 'uncertain' | 'unconfirmed' | 'not_refunded'
}
