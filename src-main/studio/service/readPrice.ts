import type { Money } from '../../../src-preload/contract/types/money.ts'
import { dataOf } from './dataOf.ts'
import { nanoDollars } from './nanoDollars.ts'

/** The price of a job (spec.md §Price result); null where the answer holds none that is zero or more. */
export const readPrice = (json: unknown): Money | null => nanoDollars(dataOf(json)?.price)
