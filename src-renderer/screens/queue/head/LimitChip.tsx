import type { Budget } from '../../../../src-preload/contract/types/budget.ts'
import { navigate } from '../../../router/navigate.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { shortMoney } from '../../../../src-preload/shared/shortMoney.ts'
import { classes } from '../../../ui/classes.ts'
import styles from './LimitChip.module.css'

const NAMES = ['session', 'day', 'month', 'collection'] as const

/** The tightest limit with its used and reserved amount, and a text if it is nearly reached or reached. */
export function LimitChip() {
  const { data } = useApiQuery('budgets.get', undefined)
  const budget = data && tightest(data.budgets)
  if (!budget) return null
  const { scope, cap, used, held, state } = budget
  const name = NAMES.find((candidate) => scope.split(':')[0] === candidate) ?? 'connection'
  const sum = t('queue.budget_sum', { used: shortMoney(used + held), cap: formatMoney(cap) })
  return (
    <button
      type="button"
      className={classes(styles.budget, state !== 'fine' && styles[state])}
      title={t('queue.budget_parts', { used: shortMoney(used), held: shortMoney(held) })}
      onClick={() => navigate('settings/budgets')}
    >
      <span>{t(`queue.budget_${name}`)}</span> <b>{sum}</b>
      {state !== 'fine' && <span>{t(`queue.budget_is_${state}`)}</span>}
    </button>
  )
}

/** The limit with the greatest used or reserved share; the limit per run has no sum. */
const tightest = (budgets: readonly Budget[]): Budget | undefined =>
  budgets
    .filter(({ scope }) => scope !== 'run')
    .toSorted((a, b) => (b.used + b.held) / b.cap - (a.used + a.held) / a.cap)[0]
