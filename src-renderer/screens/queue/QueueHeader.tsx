import { Pause, Play } from 'lucide-react'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { formatExactMoney, formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { formatDurationRange } from '../../lib/format/time.ts'
import { usedPercent } from '../../lib/format/usedPercent.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { classes } from '../../ui/classes.ts'
import { useExpectedTimes } from './model/expectedTimes.ts'
import screenStyles from '../../ui/layout/screen.module.css'
import toolbarStyles from '../../ui/layout/toolbar.module.css'
import type { DetectedLimit } from '../../../src-preload/contract/types/queue.ts'
import type { Budget } from '../../../src-preload/contract/types/money.ts'
import { navigate } from '../../router/navigate.ts'
import styles from './Queue.module.css'
import limitStyles from './LimitChip.module.css'

/** Number, price and remaining time of waiting and running jobs, and the button that pauses the queue. */
export function QueueHeader() {
  const { data: summary } = useApiQuery('queue.summary', undefined, { staleTime: 0 })
  const pause = useApiMutation('queue.pause')
  const resume = useApiMutation('queue.resume')
  const unsent = summary?.unsent.jobs ?? 0
  const running = summary?.running.jobs ?? 0
  const problem = summary?.problem ? problemMessage(summary.problem) : null
  const timeLeft = useExpectedTimes()?.all
  const pendingAmount = summary ? summary.unsent.quoted + summary.running.quoted : 0
  const facts = [
    problem && `${problem.summary} ${problem.nextStep}`,
    summary?.paused === true && t('queue.paused'),
    unsent > 0 && t('queue.waiting', { count: unsent }),
    running > 0 && t('queue.running', { count: running }),
    (summary?.uncertain.jobs ?? 0) > 0 && t('queue.uncertain', { count: summary?.uncertain.jobs ?? 0 }),
    pendingAmount > 0 && t('queue.pending_price', { price: formatMoney(pendingAmount) }),
    timeLeft && t('queue.about', { time: formatDurationRange(timeLeft) }),
    ...lowQuotaTexts(summary?.limits ?? []),
  ].filter(Boolean)
  return (
    <header className={screenStyles.head}>
      <h1>{t('queue.title')}</h1>
      <span className={classes(screenStyles.sub, problem && styles.stopped)}>
        {!summary ? '' : facts.length > 0 ? facts.join(' · ') : t('queue.idle')}
      </span>
      <span className={classes(toolbarStyles.actions, styles.actions)}>
        <LimitChip />
        {summary?.paused === true ? (
          <Button
            variant="primary"
            icon={<Play aria-hidden />}
            disabled={resume.isPending}
            onClick={() => resume.mutate({ all: false })}
          >
            {t('queue.resume_all')}
          </Button>
        ) : unsent + running === 0 ? (
          // With nothing queued, pausing only matters before a batch is added, so the button is small.
          <IconButton
            label={t('queue.pause_all')}
            icon={<Pause aria-hidden />}
            disabled={!summary || pause.isPending}
            onClick={() => pause.mutate()}
          />
        ) : (
          <Button
            icon={<Pause aria-hidden />}
            disabled={!summary || pause.isPending}
            onClick={() => pause.mutate()}
          >
            {t('queue.pause_all')}
          </Button>
        )}
      </span>
    </header>
  )
}

/** A daily quota is shown once no more than this share of it is left. */
const LOW_QUOTA_SHARE = 0.1

/** Texts about daily quotas that are nearly used up, the lowest one of each kind. */
export function lowQuotaTexts(limits: readonly DetectedLimit[]): string[] {
  const nearlyUsedUp = limits.flatMap(({ kind, dayLimit, dayUsed }) => {
    if (dayLimit === null || dayUsed === null) return []
    const remaining = Math.max(0, dayLimit - dayUsed)
    return remaining <= dayLimit * LOW_QUOTA_SHARE ? [{ kind, remaining, limit: dayLimit }] : []
  })
  return (['send', 'poll', 'price'] as const).flatMap((kind) => {
    const [lowest] = nearlyUsedUp
      .filter((quota) => quota.kind === kind)
      .sort((a, b) => a.remaining - b.remaining)
    return lowest ? [t(`queue.scarce_${kind}`, { left: lowest.remaining, limit: lowest.limit })] : []
  })
}

/** The tightest spending limit with its used and reserved amount, and whether it is nearly or completely reached. */
function LimitChip() {
  const { data } = useApiQuery('budgets.get', undefined)
  const budget = data && findTightestBudget(data.budgets)
  if (!budget) return null
  const { kind, cap, used, reserved, state } = budget
  const sum = t('queue.budget_sum', { used: formatMoney(used + reserved), cap: formatMoney(cap) })
  return (
    <button
      type="button"
      className={classes(limitStyles.budget, state !== 'fine' && limitStyles[state])}
      title={t('queue.budget_parts', {
        used: formatExactMoney(used),
        reserved: formatExactMoney(reserved),
      })}
      onClick={() => navigate('settings/budgets')}
    >
      <span>{t(`queue.budget_${kind}`)}</span> <b>{sum}</b>
      {state !== 'fine' && <span>{t(`queue.budget_is_${state}`, { percent: usedPercent(budget) })}</span>}
    </button>
  )
}

/** The limit with the largest used or reserved share. The limit per run has no sum. */
const findTightestBudget = (budgets: readonly Budget[]) =>
  budgets
    .flatMap((budget) => (budget.scope.kind === 'run' ? [] : [{ ...budget, kind: budget.scope.kind }]))
    .toSorted((a, b) => (b.used + b.reserved) / b.cap - (a.used + a.reserved) / a.cap)[0]
