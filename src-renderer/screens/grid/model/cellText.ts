import type { GridJob } from '../../../../src-preload/contract/types/grid.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { jobStateText } from '../../../widgets/jobs/jobState.ts'

/** State of a cell as text, with the reason or the text result. */
export function cellText(job: GridJob | undefined): string {
  if (!job) return t('grid.left_out')
  if (job.state !== 'saved')
    return [jobStateText(job), job.problem && problemMessage(job.problem).what].filter(Boolean).join('. ')
  if (!job.asset) return t('grid.deleted')
  return job.asset.trashedAt === null ? (job.asset.excerpt ?? jobStateText(job)) : t('grid.trashed')
}
