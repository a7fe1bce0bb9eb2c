import { z } from 'zod'

/** US dollars as whole nano-dollars (1e-9 $), so that sums are exact; the service's prices have up to 8 decimals. */
export const moneySchema = z.int().nonnegative()
export type Money = z.infer<typeof moneySchema>

/** A spending limit: more than zero and at most a million dollars. */
export const capSchema = moneySchema.min(1).max(1_000_000_000_000_000)

export const NANO_PER_DOLLAR = 1_000_000_000
