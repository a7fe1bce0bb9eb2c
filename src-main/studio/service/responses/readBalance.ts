import { dataOf } from '../client/dataOf.ts'
import { nanoDollars } from '../client/nanoDollars.ts'

/**
 * The account's balance in nano-dollars (service.md §Balance), from a number or a string, with or without the `data` wrapper. Negative
 * if overdrawn; null if the response contains none.
 */
export const readBalance = (json: unknown): number | null => {
  const balance = dataOf(json)?.balance
  if (typeof balance !== 'number' && typeof balance !== 'string') return null
  // Checked before trimming, because `nanoDollars` would see only the trimmed text.
  if (String(balance).length > 64) return null
  const text = String(balance).trim()
  const amount = nanoDollars(text.replace(/^-/, ''))
  return amount === null || !text.startsWith('-') ? amount : -amount
}
