import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { t } from '../../../i18n/t.ts'

/** Why a job is uncertain: no response, or a response without a request id. */
export function uncertainCause(problem: Problem | null): string {
  if (problem?.code === 'interrupted') return t('jobs.cause_interrupted')
  const status = problem?.params?.['status']
  if (typeof status !== 'number') return t('jobs.cause_no_answer')
  if (status < 300) return t('jobs.cause_unreadable')
  return status < 400 ? t('jobs.cause_redirected', { status }) : t('jobs.cause_answered', { status })
}
