import { useEffect, useRef, useState } from 'react'
import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import { t } from '../../../i18n/t.ts'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import { jobWord } from '../../../widgets/jobs/model/jobWord.ts'

const SAID: ReadonlySet<JobState> = new Set([
  'saved',
  'failed',
  'rejected',
  'uncertain',
  'unsaved',
  'vanished',
])
const LONGEST = 120

const wordsOf = (job: Job): string => {
  const title = job.title.slice(0, LONGEST)
  return job.state === 'saved'
    ? t('stage.said_saved', { title })
    : t('stage.said_failed', { word: jobWord(job), title })
}

/** Tells screen readers when a job that was in progress has come to its end. */
export function StageAnnouncer({ jobs }: { jobs: readonly Job[] }) {
  const before = useRef(new Map<string, JobState>())
  const [words, setWords] = useState('')
  useEffect(() => {
    const known = before.current
    const ended = jobs.filter(({ id, state }) => {
      const was = known.get(id)
      return was !== undefined && was !== state && SAID.has(state)
    })
    before.current = new Map(jobs.map(({ id, state }) => [id, state]))
    if (ended.length > 0) setWords(ended.map(wordsOf).join('. '))
  }, [jobs])
  return (
    <output>
      <VisuallyHidden>{words}</VisuallyHidden>
    </output>
  )
}
