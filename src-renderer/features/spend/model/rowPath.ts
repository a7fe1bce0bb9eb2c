import type { SpendBy } from '../../../../src-preload/contract/types/spend.ts'
import { viewPath } from './periods.ts'

/** Where a row leads: a day to its models; null where there is nothing more to see of it. */
export function rowPath(by: SpendBy, key: string): string | null {
  return by === 'day' ? viewPath({ period: { from: key, to: key }, by: 'model' }) : null
}
