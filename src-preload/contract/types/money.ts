import { z } from 'zod'

/** US dollars as whole nano-dollars (1e-9 $), so that sums are exact; the service's prices have up to 8 decimals. */
export const moneySchema = z.int().nonnegative()
export type Money = z.infer<typeof moneySchema>

export const NANO_PER_DOLLAR = 1_000_000_000
