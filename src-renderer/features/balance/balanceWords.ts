import type { Balance } from '../../../src-preload/contract/types/balance.ts'
import { t } from '../../i18n/t.ts'
import { shortMoney } from '../../../src-preload/words/shortMoney.ts'

/** A balance at a glance: cents, or all digits where there is less than a cent. */
export const balanceMoney = (nano: number): string => (nano < 0 ? `−${shortMoney(-nano)}` : shortMoney(nano))

/** What is to be warned of; null where nothing is. */
export function warningOf({ balance, held, short, level, low }: Balance): string | null {
  if (balance === null) return null
  const money = balanceMoney(balance)
  if (level === 'minimum') return t('balance.minimum', { balance: money })
  if (short > 0 && held > 0) return t('balance.short', { short: shortMoney(short), balance: money })
  if (level === 'low')
    return `${t('balance.low', { balance: money })} ${t('balance.low_words', { low: shortMoney(low) })}`
  return null
}
