import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { formatShortMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { formatAgo, useNow } from '../../../lib/time.ts'
import { balanceWarning, useBalance } from '../../../widgets/useBalance.ts'
import styles from './CreateActions.module.css'

/** The balance in one line; nothing if the service reports none. */
export function BalanceLine() {
  const { balance } = useBalance()
  const now = useNow({ isTicking: false })
  if (!balance) return null
  const { balance: amount, at, level } = balance
  if (amount === null || at === null) return null
  const warning = balanceWarning(balance)
  const read = t('balance.read', { ago: formatAgo(at, now) })
  return (
    <a
      href="#/spend"
      className={warning ? styles.lowBalance : styles.balance}
      title={[warning, read].filter(Boolean).join(' · ')}
    >
      {t(level === 'fine' ? 'balance.line' : 'balance.line_low', { balance: formatShortMoney(amount) })}
    </a>
  )
}
