/** A balance as the service told it, in nano-dollars, below zero where overdrawn. */
export interface Reading {
  balance: number
  /** When the question left and when the answer was there: the balance is of some moment between. */
  askedAt: number
  at: number
}
