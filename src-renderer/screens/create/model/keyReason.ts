import type { Connection } from '../../../../src-preload/contract/types/connection.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { t } from '../../../i18n/t.ts'
import type { PriceState } from './PriceWatch.ts'
import type { Reason } from './readiness.ts'

const REFUSED = 'service_key_refused'

/** Whether only another key helps. */
export const needsKey = ({ code }: Pick<Problem, 'code'>): boolean =>
  code === 'key_missing' || code === REFUSED

/** Where the key of a connection can be changed in this window; undefined where it comes from outside. */
export const keyPlace = (connection: Connection | undefined): string | undefined =>
  connection?.kind === 'remote' ? `settings/connections?key=${encodeURIComponent(connection.id)}` : undefined

/** Without a key the service takes, nothing can run, at any price; empty where there is one as far as is known. */
export function keyReason(connection: Connection | undefined, price: PriceState): Reason[] {
  const problem = price.state === 'unavailable' && needsKey(price.problem) ? price.problem : null
  if (!problem && connection?.key !== 'missing') return []
  const place = keyPlace(connection)
  if (place === undefined) return [{ entry: null, words: t('create.reason_key_environment') }]
  const words = t(problem?.code === REFUSED ? 'create.reason_key_refused' : 'create.reason_key_missing')
  return [{ entry: null, place, words }]
}
