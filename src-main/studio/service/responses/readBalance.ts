import { dataOf } from '../client/dataOf.ts'
import { nanoDollars } from '../client/nanoDollars.ts'

/**
 * The account's balance in nano-dollars (service.md §Balance), a number or a text, wrapped in `data` or not; below zero where
 * overdrawn; null where the answer holds none.
 */
export const readBalance = (json: unknown): number | null => {
  const balance = dataOf(json)?.balance
  if (typeof balance !== 'number' && typeof balance !== 'string') return null
  // Longer ones are no amount, and `nanoDollars` would see only what trimming leaves.
  if (String(balance).length > 64) return null
  const text = String(balance).trim()
  const amount = nanoDollars(text.replace(/^-/, ''))
  return amount === null || !text.startsWith('-') ? amount : -amount
}
