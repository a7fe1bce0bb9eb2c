/** A reported balance in nano-dollars; negative if overdrawn. */
export interface Reading {
  balance: number
  /** Times of the request and the response; the balance is of some time between. */
  askedAt: number
  at: number
}
