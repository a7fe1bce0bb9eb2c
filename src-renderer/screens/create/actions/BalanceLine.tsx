import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { formatExactMoney, formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { formatAgo, useNow } from '../../../lib/format/time.ts'
import { balanceWarning, useBalance } from '../../../widgets/useBalance.ts'
import styles from './CreateActions.module.css'

/** The balance in one line, or nothing if the service reports none. */
export function BalanceLine() {
  const { balance } = useBalance()
  const now = useNow({ isTicking: false })
  if (!balance) return null
  const { balance: amount, at, level } = balance
  if (amount === null || at === null) return null
  const warning = balanceWarning(balance)
  const ageText = t('balance.read', { ago: formatAgo(at, now) })
  return (
    <a
      href="#/spend"
      className={warning ? styles.lowBalance : styles.balance}
      title={`${warning ?? t('balance.line', { balance: formatExactMoney(amount) })} · ${ageText}`}
    >
      {t(level === 'fine' ? 'balance.line' : 'balance.line_low', { balance: formatMoney(amount) })}
    </a>
  )
}
