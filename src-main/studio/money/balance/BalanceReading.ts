/** A reported balance in nano-dollars; negative if overdrawn. */
export interface BalanceReading {
  balance: number
  /** Times of the request and the response; the balance is of some time between. */
  requestedAt: number
  receivedAt: number
}
