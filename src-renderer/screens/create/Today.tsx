import { lazy, Suspense, type ReactNode } from 'react'
import { useSettled } from '../../lib/useSettled.ts'
import { useRoute } from '../../host/useRoute.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { shortMoney } from '../../../src-preload/shared/shortMoney.ts'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/text.module.css'
import styles from './CreateFoot.module.css'

const BalanceLine = lazy(async () => ({
  default: (await import('../../widgets/balance/BalanceLine.tsx')).BalanceLine,
}))

/** What today's jobs were quoted, or what its budget still allows, the balance, and `children`. */
export function Today({ children }: { children?: ReactNode }) {
  const spend = useRoute('spend.summary', undefined)
  const settled = useSettled()
  const budgets = useRoute('budgets.get', undefined)
  const day = budgets.data?.budgets.find(({ scope }) => scope === 'day')
  const left =
    day && t('create.left_today', { price: shortMoney(Math.max(0, day.cap - day.used - day.held)) })
  const quoted = spend.data?.today.quoted
  return (
    <p className={classes(textStyles.note, styles.today)}>
      <span
        className={classes(textStyles.cut, day && day.state !== 'fine' && styles.near)}
        title={
          left || quoted === undefined ? undefined : t('create.today_title', { price: formatMoney(quoted) })
        }
      >
        {left ?? (quoted !== undefined && t('create.today', { price: shortMoney(quoted) }))}
      </span>
      {settled && (
        <Suspense>
          <BalanceLine />
        </Suspense>
      )}
      {children}
    </p>
  )
}
