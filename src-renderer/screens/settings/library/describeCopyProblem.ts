import type { MaintenanceStatus } from '../../../../src-preload/contract/types/maintenance.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'

/** Why a copy of a library failed; empty if it didn't. A full disk of the copy doesn't concern the results that are saved meanwhile. */
export function describeCopyProblem(problem: MaintenanceStatus['problem']): string {
  if (problem?.code === 'disk_full') return t('care.disk_full')
  const message = problem && problemMessage(problem)
  return message ? [message.summary, message.nextStep].filter(Boolean).join(' ') : ''
}
