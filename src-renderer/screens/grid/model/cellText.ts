import type { GridJob } from '../../../../src-preload/contract/types/grid.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { jobWord } from '../../../widgets/jobs/model/jobWord.ts'

/** What a cell is at, in words: its state and why, and what became of its result. */
export function cellText(job: GridJob | undefined): string {
  if (!job) return t('grid.left_out')
  if (job.state !== 'saved')
    return [jobWord(job), job.problem && problemMessage(job.problem).what].filter(Boolean).join('. ')
  if (!job.asset) return t('grid.deleted')
  return job.asset.trashedAt === null ? (job.asset.excerpt ?? jobWord(job)) : t('grid.trashed')
}
