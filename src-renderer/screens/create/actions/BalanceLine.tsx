import '../../../i18n/later.ts'
import { t } from '../../../i18n/t.ts'
import { shortMoney } from '../../../../src-preload/shared/shortMoney.ts'
import { ago } from '../../../lib/time.ts'
import { warningOf, useBalance } from '../../../widgets/useBalance.ts'
import { useNow } from '../../../lib/useNow.ts'
import styles from './BalanceLine.module.css'

/** The balance in one line; nothing if the service reports none. */
export function BalanceLine() {
  const { balance } = useBalance()
  const now = useNow(false)
  if (!balance || balance.balance === null || balance.at === null) return null
  const money = shortMoney(balance.balance)
  const warning = warningOf(balance)
  const read = t('balance.read', { ago: ago(balance.at, now) })
  return (
    <a
      href="#/spend"
      className={warning ? styles.low : styles.line}
      title={[warning, read].filter(Boolean).join(' · ')}
    >
      {t(balance.level === 'fine' ? 'balance.line' : 'balance.line_low', { balance: money })}
    </a>
  )
}
