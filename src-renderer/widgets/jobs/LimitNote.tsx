import type { Budget, Money } from '../../../src-preload/contract/types/money.ts'
import { countsJob, exceeds, type JobOwner } from '../../../src-preload/shared/budgetScope.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { navigate } from '../../router/navigate.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import noteStyles from '../../ui/layout/note.module.css'
import toolbarStyles from '../../ui/layout/toolbar.module.css'

interface Props extends JobOwner {
  /** What the click costs, in nano-dollars. */
  amount: Money
  /** Called before the limits are shown, to close a dialog. */
  onLeave?: () => void
}

/** Says before a click that it would exceed a limit, and which; nothing if it wouldn't. */
export function LimitNote({ amount, onLeave, ...owner }: Props) {
  const { data } = useApiQuery('budgets.get', undefined)
  const budget = data && findExceeded(data.budgets, owner, amount)
  if (!budget) return null
  const { scope, cap, used, reserved } = budget
  const { summary } = problemMessage({
    code: 'budget_full',
    money: 'none',
    params: { scope: scope.kind, cap, used, reserved, wanted: amount },
    limit: { scope, wanted: amount },
  })
  return (
    <div className={classes(noteStyles.note, noteStyles.small, noteStyles.warn)} role="status">
      <span>{summary}</span>
      <div className={toolbarStyles.actions}>
        <Button
          size="small"
          onClick={() => {
            onLeave?.()
            navigate('settings/budgets')
          }}
        >
          {t('create.to_budgets')}
        </Button>
      </div>
    </div>
  )
}

/** The first limit that a click exceeds. */
export const findExceeded = (
  budgets: readonly Budget[],
  owner: JobOwner,
  amount: Money,
): Budget | undefined => budgets.find((budget) => countsJob(budget.scope, owner) && exceeds(budget, amount))
