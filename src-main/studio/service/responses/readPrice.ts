import type { Money } from '../../../../src-preload/contract/types/money.ts'
import { dataOf } from '../client/dataOf.ts'
import { nanoDollars } from '../client/nanoDollars.ts'

/** 1,000 dollars. No generation costs more, and the sum of a million such prices still fits into an integer of the database. */
const MAX_PRICE = 1_000_000_000_000

/** The price of a job (service.md §Prices); null if the response contains none, or one of more than 1,000 dollars. */
export const readPrice = (json: unknown): Money | null => {
  const price = nanoDollars(dataOf(json)?.price)
  return price !== null && price <= MAX_PRICE ? price : null
}
