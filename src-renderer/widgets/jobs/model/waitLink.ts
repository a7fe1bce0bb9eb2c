import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { t } from '../../../i18n/t.ts'
import type { WaitContext } from './waitText.ts'

export interface WaitLink {
  /** Label of a button. */
  label: string
  /** Path for `navigate`. */
  path: string
}

const KEY_PROBLEMS: ReadonlySet<string> = new Set(['service_key_refused', 'key_missing'])
const LIMIT_PROBLEMS: ReadonlySet<string> = new Set(['budget_full', 'budget_unpriced', 'batch_budget'])

/** The screen on which the user can end a wait that a retry can't end; null if there is none. */
export function waitLink(
  { state, problem, connection }: Pick<Job, 'state' | 'problem' | 'connection'>,
  { outage, isPaused, batch }: WaitContext,
): WaitLink | null {
  const code = problem?.code ?? (state === 'queued' ? batch?.problem?.code : undefined) ?? ''
  const isKeyProblem = outage
    ? outage.reason === 'key_rejected' && state !== 'saving'
    : KEY_PROBLEMS.has(code)
  if (isKeyProblem)
    return {
      label: t('create.update_key'),
      path: `settings/connections?key=${encodeURIComponent(connection.id)}`,
    }
  if (LIMIT_PROBLEMS.has(code)) return { label: t('queue.to_budgets'), path: 'settings/budgets' }
  const isPausedOrHeld = isPaused || (batch !== null && (batch.state !== 'running' || batch.problem !== null))
  return state === 'queued' && isPausedOrHeld ? { label: t('queue.home_look'), path: 'queue' } : null
}
