import { lazy, Suspense, type ReactNode } from 'react'
import { useSettled } from '../../../lib/useReady.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { formatMoney, formatShortMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import styles from './CreateActions.module.css'

const BalanceLine = lazy(async () => ({
  default: (await import('./BalanceLine.tsx')).BalanceLine,
}))

/** The sum quoted today or the rest of today's limit, the balance, and `children`. */
export function TodaySpend({ children }: { children?: ReactNode }) {
  const spend = useApiQuery('spend.summary', undefined)
  const settled = useSettled()
  const budgets = useApiQuery('budgets.get', undefined)
  const day = budgets.data?.budgets.find(({ scope }) => scope === 'day')
  const remaining =
    day && t('create.left_today', { price: formatShortMoney(Math.max(0, day.cap - day.used - day.held)) })
  const quoted = spend.data?.today.quoted
  return (
    <p className={classes(textStyles.note, toolbarStyles.ends, styles.today)}>
      <span
        className={classes(textStyles.truncate, day && day.state !== 'fine' && styles.nearLimit)}
        title={
          remaining || quoted === undefined
            ? undefined
            : t('create.today_title', { price: formatMoney(quoted) })
        }
      >
        {remaining ?? (quoted !== undefined && t('create.today', { price: formatShortMoney(quoted) }))}
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
