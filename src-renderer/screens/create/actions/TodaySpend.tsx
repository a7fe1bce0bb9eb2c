import { lazy, Suspense, type ReactNode } from 'react'
import { useIsStartupOver } from '../../../lib/useReady.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { formatExactMoney, formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import styles from './CreateActions.module.css'

const BalanceLine = lazy(async () => ({
  default: (await import('./BalanceLine.tsx')).BalanceLine,
}))

/** What is left of the daily limit, or without a limit the total of today's prices; followed by the balance. */
export function TodaySpend({ children }: { children?: ReactNode }) {
  const spend = useApiQuery('spend.summary', undefined)
  // The balance isn't urgent, so the first screen loads before it.
  const isStartupOver = useIsStartupOver()
  const budgets = useApiQuery('budgets.get', undefined)
  const dayLimit = budgets.data?.budgets.find(({ scope }) => scope.kind === 'day')
  const leftToday = (format: (nano: number) => string) =>
    dayLimit &&
    t('create.left_today', {
      price: format(Math.max(0, dayLimit.cap - dayLimit.used - dayLimit.reserved)),
    })
  const quoted = spend.data?.today.quoted
  return (
    <p className={classes(textStyles.note, toolbarStyles.ends, styles.today)}>
      <span
        dir="auto"
        className={classes(textStyles.truncate, dayLimit && dayLimit.state !== 'fine' && styles.nearLimit)}
        title={
          leftToday(formatExactMoney) ??
          (quoted === undefined ? undefined : t('create.today_title', { price: formatExactMoney(quoted) }))
        }
      >
        {leftToday(formatMoney) ??
          (quoted !== undefined && t('create.today', { price: formatMoney(quoted) }))}
      </span>
      {isStartupOver && (
        <Suspense>
          <BalanceLine />
        </Suspense>
      )}
      {children}
    </p>
  )
}
