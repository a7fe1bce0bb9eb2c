import type { Balance } from '../../../src-preload/contract/types/balance.ts'
import { t } from '../../i18n/t.ts'
import { shortMoney } from '../../../src-preload/shared/shortMoney.ts'

/** The warning about a balance; null if there is none. */
export function warningOf({ balance, held, short, level, low }: Balance): string | null {
  if (balance === null) return null
  const money = shortMoney(balance)
  if (level === 'minimum') return t('balance.minimum', { balance: money })
  if (short > 0 && held > 0) return t('balance.short', { short: shortMoney(short), balance: money })
  if (level === 'low')
    return `${t('balance.low', { balance: money })} ${t('balance.low_words', { low: shortMoney(low) })}`
  return null
}
