import { CircleAlert } from 'lucide-react'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { navigate } from '../../../router/navigate.ts'
import { isDefiniteFailure } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import noteStyles from '../../../ui/note.module.css'
import styles from '../CreateActions.module.css'
import type { EnqueueError } from './enqueueErrorStore.ts'
import { useClearWhenSolved } from './useClearWhenSolved.ts'

/** Why a click failed, whether anything was charged and what to do, until the cause is solved. */
export function EnqueueErrorNote({ error }: { error: EnqueueError }) {
  useClearWhenSolved(error)
  const { problem, remainder } = error
  const { what, more } = textsOf(problem, remainder !== undefined)
  return (
    <div className={classes(noteStyles.note, noteStyles.small, noteStyles.bad, styles.refusal)} role="alert">
      <CircleAlert aria-hidden />
      <p>
        <strong>{what}</strong> {remainder} {more}
      </p>
      {problem.code.startsWith('budget_') && (
        <Button size="small" onClick={() => navigate('settings/budgets')}>
          {t('create.to_budgets')}
        </Button>
      )}
    </div>
  )
}

function textsOf(problem: Problem, isPartial: boolean): { what: string; more: string } {
  const { what, money, next, service = '' } = problemMessage(problem)
  // A lost response may have created a job, which the repeated click finds.
  if (problem.code === 'studio_lost')
    return { what: t('create.refused_lost'), more: t('create.refused_unheard') }
  if (!isDefiniteFailure(problem)) return { what, more: t('create.refused_unheard') }
  const isUncharged = problem.money === 'none' || problem.money === 'not_charged'
  const moneyText = isUncharged ? t(isPartial ? 'create.refused_rest' : 'create.refused_sent_none') : money
  return { what, more: `${moneyText} ${next} ${service}` }
}
