import type { MaintenanceStatus } from '../../../../src-preload/contract/types/maintenance.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'

/** Why a copy of a library failed; empty if it didn't. The usual text for a full disk is about saving results. */
export function describeCopyProblem(problem: MaintenanceStatus['problem']): string {
  if (problem?.code === 'disk_full') return t('maintenance.disk_full')
  const message = problem && problemMessage(problem)
  return message ? [message.summary, message.nextStep].filter(Boolean).join(' ') : ''
}
