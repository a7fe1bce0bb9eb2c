import { CircleAlert } from 'lucide-react'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { go } from '../../../router/go.ts'
import { wasHeard } from '../../../host/wasHeard.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import noteStyles from '../../../ui/note.module.css'
import styles from '../CreateFoot.module.css'
import type { Refused } from './refusalStore.ts'
import { useCauseGone } from './useCauseGone.ts'

/** A click that came to nothing: why, whether money moved and what to do, for as long as it is so. */
export function RefusalNote({ refused }: { refused: Refused }) {
  useCauseGone(refused)
  const { problem, rest } = refused
  const { what, more } = wordsOf(problem, rest !== undefined)
  return (
    <div className={classes(noteStyles.note, noteStyles.small, noteStyles.bad, styles.refusal)} role="alert">
      <CircleAlert aria-hidden />
      <p>
        <strong>{what}</strong> {rest} {more}
      </p>
      {problem.code.startsWith('budget_') && (
        <Button size="small" onClick={() => go('settings/budgets')}>
          {t('create.to_budgets')}
        </Button>
      )}
    </div>
  )
}

function wordsOf(problem: Problem, some: boolean): { what: string; more: string } {
  const { what, money, next, service = '' } = problemMessage(problem)
  // An answer that was lost may have left a job; the same click again finds it.
  if (problem.code === 'studio_lost')
    return { what: t('create.refused_lost'), more: t('create.refused_unheard') }
  if (!wasHeard(problem)) return { what, more: t('create.refused_unheard') }
  const unmoved = problem.money === 'none' || problem.money === 'not_charged'
  const moved = unmoved ? t(some ? 'create.refused_rest' : 'create.refused_sent_none') : money
  return { what, more: `${moved} ${next} ${service}` }
}
