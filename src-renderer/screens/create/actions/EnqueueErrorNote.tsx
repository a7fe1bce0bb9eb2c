import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { navigate } from '../../../router/navigate.ts'
import { isDefiniteFailure } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import noteStyles from '../../../ui/layout/note.module.css'
import { type EnqueueError, enqueueErrorStore } from './clickOutcome.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import type { Budget } from '../../../../src-preload/contract/types/money.ts'
import styles from './CreateActions.module.css'

/** What makes a click fail: a spending limit, or the disk. Other problems have another cause. */
const BLOCKED_BY: Readonly<Partial<Record<ProblemCode, 'budget' | 'disk'>>> = {
  budget_full: 'budget',
  budget_near: 'budget',
  budget_unpriced: 'budget',
  disk_full: 'disk',
  disk_low: 'disk',
  disk_failed: 'disk',
} satisfies Record<Extract<ProblemCode, `budget_${string}` | `disk_${string}`>, 'budget' | 'disk'>

/** Why a click failed, whether anything was charged and what to do, until the cause is solved. */
export function EnqueueErrorNote({ error }: { error: EnqueueError }) {
  useClearWhenSolved(error)
  const { problem, remainder } = error
  const { summary, more } = errorTexts(problem, remainder !== undefined)
  return (
    <div
      className={classes(noteStyles.note, noteStyles.small, noteStyles.bad, styles.enqueueError)}
      role="alert"
    >
      <CircleAlert aria-hidden />
      <p>
        <strong>{summary}</strong> {remainder} {more}
      </p>
      {BLOCKED_BY[problem.code] === 'budget' && (
        <Button size="small" onClick={() => navigate('settings/budgets')}>
          {t('create.to_budgets')}
        </Button>
      )}
    </div>
  )
}

function errorTexts(problem: Problem, isPartial: boolean): { summary: string; more: string } {
  const { summary, money, nextStep, serviceMessage = '' } = problemMessage(problem)
  // A lost response may have created a job, which the repeated click finds.
  if (problem.code === 'studio_lost')
    return { summary: t('create.refused_lost'), more: t('create.refused_maybe_started') }
  if (!isDefiniteFailure(problem)) return { summary, more: t('create.refused_maybe_started') }
  const isUncharged = problem.money === 'none' || problem.money === 'not_charged'
  const moneyText = isUncharged ? t(isPartial ? 'create.refused_rest' : 'create.refused_sent_none') : money
  return { summary, more: `${moneyText} ${nextStep} ${serviceMessage}` }
}

/** Clears the error of a click once its limit or the disk has room again. */
function useClearWhenSolved({ problem, at }: EnqueueError): void {
  const blockedBy = BLOCKED_BY[problem.code]
  const budgets = useApiQuery('budgets.get', undefined, { enabled: blockedBy === 'budget' })
  const queue = useApiQuery('queue.summary', undefined, { enabled: blockedBy === 'disk' })
  const hasProblem = queue.data !== undefined && queue.data.problem !== null
  const wasSeen = useRef(false)
  // Data from before the error is not conclusive.
  const isWithinLimit =
    budgets.data !== undefined &&
    budgets.dataUpdatedAt > at &&
    blockedBy === 'budget' &&
    !exceedsBudget(problem, budgets.data.budgets)
  useEffect(() => {
    if (isWithinLimit || (wasSeen.current && !hasProblem)) enqueueErrorStore.getState().clear()
    wasSeen.current ||= hasProblem
  }, [isWithinLimit, hasProblem])
}

/** Whether a click rejected because of a limit would be rejected again. */
export function exceedsBudget({ code, params = {} }: Problem, budgets: readonly Budget[]): boolean {
  const budget = budgets.find(({ scope }) => scope === params['scope'])
  if (!budget) return false
  return code !== 'budget_full' || budget.used + budget.held + Number(params['wanted']) > budget.cap
}
