import { useEffect, useRef, useState } from 'react'
import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import { t } from '../../../i18n/t.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { jobStateText } from '../../../widgets/jobs/model/jobStateText.ts'

const ANNOUNCED: ReadonlySet<JobState> = new Set([
  'saved',
  'failed',
  'rejected',
  'uncertain',
  'unsaved',
  'vanished',
])
const MAX_TITLE_LENGTH = 120

const announcementOf = (job: Job): string => {
  const title = job.title.slice(0, MAX_TITLE_LENGTH)
  return job.state === 'saved'
    ? t('stage.said_saved', { title })
    : t('stage.said_failed', { word: jobStateText(job), title })
}

/** Announces to screen readers when a job ends. */
export function StageAnnouncer({ jobs }: { jobs: readonly Job[] }) {
  const previousStates = useRef(new Map<string, JobState>())
  const [text, setText] = useState('')
  useEffect(() => {
    const known = previousStates.current
    const ended = jobs.filter(({ id, state }) => {
      const previous = known.get(id)
      return previous !== undefined && previous !== state && ANNOUNCED.has(state)
    })
    previousStates.current = new Map(jobs.map(({ id, state }) => [id, state]))
    if (ended.length > 0) setText(ended.map(announcementOf).join('. '))
  }, [jobs])
  return (
    <output>
      <VisuallyHidden>{text}</VisuallyHidden>
    </output>
  )
}
