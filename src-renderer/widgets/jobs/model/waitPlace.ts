import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { t } from '../../../i18n/t.ts'
import type { WaitContext } from './waitText.ts'

export interface WaitPlace {
  /** For a button. */
  label: string
  /** For `go`. */
  place: string
}

const KEY: ReadonlySet<string> = new Set(['service_key_refused', 'key_missing'])
const LIMIT: ReadonlySet<string> = new Set(['budget_full', 'budget_unpriced', 'batch_budget'])

/** The screen on which the user can end a wait that no retry ends; null: there is none. */
export function waitPlace(
  { state, problem, connection }: Pick<Job, 'state' | 'problem' | 'connection'>,
  { outage, isPaused, batch }: WaitContext,
): WaitPlace | null {
  const code = problem?.code ?? (state === 'queued' ? batch?.problem?.code : undefined) ?? ''
  const isKey = outage ? outage.reason === 'key_rejected' && state !== 'saving' : KEY.has(code)
  if (isKey)
    return {
      label: t('create.update_key'),
      place: `settings/connections?key=${encodeURIComponent(connection.id)}`,
    }
  if (LIMIT.has(code)) return { label: t('queue.to_budgets'), place: 'settings/budgets' }
  const isHeldAbove = isPaused || (batch !== null && (batch.state !== 'running' || batch.problem !== null))
  return state === 'queued' && isHeldAbove ? { label: t('queue.home_look'), place: 'queue' } : null
}
