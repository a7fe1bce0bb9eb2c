import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import '../../../i18n/later.ts'
import { t } from '../../../i18n/t.ts'
import { formatMoment } from '../../../lib/time.ts'
import { resultOf } from '../../../widgets/jobs/model/resultOf.ts'

interface Said {
  tone: 'plain' | 'warn'
  title: string
  words: string
  /** What leads to it, and where that is. */
  show: { label: string; place: string }
}

const COMING: ReadonlySet<JobState> = new Set(['queued', 'sending', 'running', 'saving', 'unsaved'])

/** What an identical job means for another click; null: nothing, because it has no result. */
export function identicalJobText(job: Job): Said | null {
  const { state, batch } = job
  const queue = batch ? `queue/${encodeURIComponent(batch)}` : 'queue'
  const result = state === 'saved' ? resultOf(job) : undefined
  if (result)
    return {
      tone: 'plain',
      title: t('already.made_title'),
      words: t('already.made_words'),
      show: { label: t('already.open'), place: `gallery/${encodeURIComponent(result.id)}` },
    }
  if (COMING.has(state))
    return {
      tone: 'plain',
      title: t('already.coming_title'),
      words: t(
        state === 'queued'
          ? 'already.queued_words'
          : state === 'unsaved'
            ? 'already.unsaved_words'
            : 'already.coming_words',
      ),
      show: { label: t('already.show'), place: queue },
    }
  if (state !== 'uncertain' && state !== 'vanished') return null
  const time = formatMoment(job.sentAt ?? job.createdAt)
  return {
    tone: 'warn',
    title: t('already.unsure_title'),
    words: t(state === 'uncertain' ? 'already.uncertain_words' : 'already.vanished_words', { time }),
    show: { label: t('already.decide'), place: queue },
  }
}
