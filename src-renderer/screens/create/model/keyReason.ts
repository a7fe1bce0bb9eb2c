import type { Connection } from '../../../../src-preload/contract/types/connection.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { t } from '../../../i18n/t.ts'
import type { PriceState } from './PriceWatch.ts'
import type { Reason } from './blockReasons.ts'

const KEY_REJECTED = 'service_key_refused'

/** Whether the problem can only be solved with another key. */
export const needsKey = ({ code }: Pick<Problem, 'code'>): boolean =>
  code === 'key_missing' || code === KEY_REJECTED

/** Path to the setting of a connection's key; undefined if the key comes from the environment. */
export const keyPath = (connection: Connection | undefined): string | undefined =>
  connection?.kind === 'remote' ? `settings/connections?key=${encodeURIComponent(connection.id)}` : undefined

/** The reason why nothing can run if the key is missing or rejected; otherwise empty. */
export function keyReason(connection: Connection | undefined, price: PriceState): Reason[] {
  const problem = price.state === 'unavailable' && needsKey(price.problem) ? price.problem : null
  if (!problem && connection?.key !== 'missing') return []
  const path = keyPath(connection)
  if (path === undefined) return [{ entry: null, text: t('create.reason_key_environment') }]
  const text = t(problem?.code === KEY_REJECTED ? 'create.reason_key_refused' : 'create.reason_key_missing')
  return [{ entry: null, path, text }]
}
