import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import '../../../i18n/later.ts'
import { t } from '../../../i18n/t.ts'
import { formatMoment } from '../../../lib/time.ts'
import { shownResult } from '../../../widgets/jobs/jobState.ts'

interface IdenticalJobNote {
  tone: 'plain' | 'warn'
  title: string
  text: string
  /** Link to the job. */
  show: { label: string; path: string }
}

const IN_PROGRESS: ReadonlySet<JobState> = new Set(['queued', 'sending', 'running', 'saving', 'unsaved'])

/** What an existing identical job means for another click; null if it can be ignored because it has no result. */
export function identicalJobText(job: Job): IdenticalJobNote | null {
  const { state, batch } = job
  const queue = batch ? `queue/${encodeURIComponent(batch)}` : 'queue'
  const result = state === 'saved' ? shownResult(job) : undefined
  if (result)
    return {
      tone: 'plain',
      title: t('already.made_title'),
      text: t('already.made_words'),
      show: { label: t('already.open'), path: `gallery/${encodeURIComponent(result.id)}` },
    }
  if (IN_PROGRESS.has(state))
    return {
      tone: 'plain',
      title: t('already.coming_title'),
      text: t(
        state === 'queued'
          ? 'already.queued_words'
          : state === 'unsaved'
            ? 'already.unsaved_words'
            : 'already.coming_words',
      ),
      show: { label: t('already.show'), path: queue },
    }
  if (state !== 'uncertain' && state !== 'vanished') return null
  const time = formatMoment(job.sentAt ?? job.createdAt)
  return {
    tone: 'warn',
    title: t('already.unsure_title'),
    text: t(state === 'uncertain' ? 'already.uncertain_words' : 'already.vanished_words', { time }),
    show: { label: t('already.decide'), path: queue },
  }
}
