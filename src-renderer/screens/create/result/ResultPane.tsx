import { lazy, Suspense, useEffect, useMemo, useState, useRef } from 'react'
import { Sparkles } from 'lucide-react'
import { LoadFailure } from '../../../widgets/LoadFailure.tsx'
import type { Job, JobState } from '../../../../src-preload/contract/types/job.ts'
import { isReplaceable } from '../../../../src-preload/shared/jobStates.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import '../../../i18n/lazyTexts.ts'
import { t } from '../../../i18n/t.ts'
import { useTrash } from '../../../widgets/organize/useTrash.ts'
import { jobStateText, shownResult } from '../../../widgets/jobs/jobState.ts'
import { collapseRetries, neighbourOf, JobStrip, jobsForStrip } from './JobStrip.tsx'
import { selectedJobStore } from '../../../widgets/jobs/selectedJobStore.ts'
import { JobView } from './JobView.tsx'
import { JobToolbar } from './JobToolbar.tsx'
import { Button } from '../../../ui/buttons/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { ResultDrawing } from './ResultDrawing.tsx'
import { classes } from '../../../ui/classes.ts'
import panelStyles from '../../../ui/layout/panel.module.css'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './ResultPane.module.css'
import { truncate } from '../../../../src-preload/shared/truncate.ts'
import { detailsOpen } from '../../../widgets/results/viewer/detailsOpen.ts'

/** The newest jobs, as many as the strip shows. */
const RECENT_JOBS = { scope: 'recent', limit: 60, before: null } as const
/** Loaded on demand, so that it doesn't delay the first image. */
const JobResultViewer = lazy(async () => ({
  default: (await import('./JobResultViewer.tsx')).JobResultViewer,
}))

/** The right side of Create, beside the form: the selected job, its toolbar above and the newest jobs below. */
export function ResultPane() {
  const recent = useApiQuery('jobs.list', RECENT_JOBS, { staleTime: 0 })
  const allJobs = useMemo(() => collapseRetries(recent.data?.jobs ?? []), [recent.data])
  const jobs = jobsForStrip(allJobs)
  const selected = selectedJobStore((store) => store.selected)
  const { select, selectIfNewer } = selectedJobStore.getState()
  const { trash } = useTrash()
  /** The job in the full-size viewer, which stays when another job is selected. */
  const [enlargedId, setEnlargedId] = useState<string>()
  // Adding a batch doesn't replace the job being viewed.
  const newest = allJobs.find(({ batch }) => (batch ?? null) === null)
  useEffect(() => {
    if (newest) selectIfNewer(newest.id, newest.createdAt)
  }, [newest, selectIfNewer])

  // The selected job may not be in the list, for example if it is older, or if it was run again.
  const listedJob = allJobs.find(({ id }) => id === selected)
  const isUnlisted = selected !== null && !recent.isPending && !listedJob
  const older = useApiQuery('jobs.get', { id: selected ?? '' }, { enabled: isUnlisted, staleTime: 0 })
  const olderJob = isUnlisted ? older.data : undefined
  // A retry is selected instead of the job it replaces. It may be known before the job is loaded, or be newer than the loaded job.
  const listedRetry = isUnlisted ? recent.data?.jobs.find(({ replaces }) => replaces === selected) : undefined
  const retryId = olderJob && isReplaceable(olderJob.state) ? (listedRetry?.id ?? olderJob.retry) : null
  useEffect(() => {
    if (retryId !== null) select(retryId)
  }, [retryId, select])
  const chosen = listedJob ?? olderJob ?? listedRetry
  // Instead of a saved job whose results are all in the trash, the newest job of the strip is shown.
  const job = (chosen && (chosen.state !== 'saved' || shownResult(chosen)) ? chosen : undefined) ?? jobs[0]
  const shownId = job?.id
  useEffect(() => {
    if (selected === null && shownId !== undefined) select(shownId)
  }, [selected, shownId, select])
  const trashResult = (trashed: Job) => {
    const asset = shownResult(trashed)
    if (!asset) return
    const next = neighbourOf(jobs, trashed.id)
    if (next && trashed.id === job?.id) select(next.id)
    trash([asset.id])
  }
  const showInfo = (id: string) => {
    detailsOpen.getState().choose(true)
    setEnlargedId(id)
  }
  const showInViewer = (id: string) => {
    select(id)
    setEnlargedId(id)
  }
  return (
    <section className={styles.results} aria-label={t('result.title')}>
      {job ? (
        <>
          <JobToolbar job={job} onTrash={() => trashResult(job)} onInfo={() => showInfo(job.id)} />
          <JobView key={job.id} job={job} onEnlarge={() => setEnlargedId(job.id)} />
        </>
      ) : (
        <div className={styles.empty}>
          {recent.error ? (
            <LoadFailure error={recent.error} onRetry={() => void recent.refetch()} />
          ) : (
            !recent.isPending && <EmptyResultPane />
          )}
        </div>
      )}
      {jobs.length > 0 && <JobStrip jobs={jobs} selected={job?.id} onSelect={select} />}
      <JobAnnouncer jobs={allJobs} />
      {enlargedId !== undefined && (
        <Suspense>
          <JobResultViewer
            jobs={jobs}
            jobId={enlargedId}
            onSelect={showInViewer}
            onClose={() => setEnlargedId(undefined)}
            onTrash={trashResult}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Shown when there are no jobs: what the chosen task makes, and an example prompt if the task needs only text. */
function EmptyResultPane() {
  const id = draftStore((draft) => draft.operation)
  const { data } = useApiQuery('operations.list', undefined)
  const task = data?.operations.find((operation) => operation.id === id)
  const viewer = task?.viewer ?? 'file'
  const example = task?.example
  return (
    <EmptyState
      illustration={<ResultDrawing viewer={viewer} />}
      title={t(`result.empty_${viewer}`)}
      actions={
        example && (
          <figure className={classes(panelStyles.panel, styles.example)}>
            <blockquote>{example.text}</blockquote>
            <Button
              icon={<Sparkles aria-hidden />}
              onClick={() => draftStore.getState().setValues({ [example.field]: example.text })}
            >
              {t('result.empty_example')}
            </Button>
          </figure>
        )
      }
    >
      {t(example ? 'result.empty_description' : 'result.empty_fill')}
    </EmptyState>
  )
}

/**
 * States announced to screen readers: completion and everything that went wrong. Not `cancelled` and `closed`, which
 * the user chose.
 */
const ANNOUNCED: ReadonlySet<JobState> = new Set([
  'saved',
  'failed',
  'rejected',
  'uncertain',
  'unsaved',
  'vanished',
])
/** Titles are truncated to this many characters, because a prompt may be a whole page. */
const MAX_TITLE_LENGTH = 120

const announcementOf = (job: Job): string => {
  const title = truncate(job.title, MAX_TITLE_LENGTH)
  return job.state === 'saved'
    ? t('result.announce_saved', { title })
    : t('result.announce_failed', { state: jobStateText(job), title })
}

/** Announces to screen readers when a job changes to one of the `ANNOUNCED` states. */
function JobAnnouncer({ jobs }: { jobs: readonly Job[] }) {
  const previousStates = useRef(new Map<string, JobState>())
  const [announcement, setAnnouncement] = useState({ text: '', count: 0 })
  useEffect(() => {
    const statesBefore = previousStates.current
    const ended = jobs.filter(({ id, state }) => {
      const previous = statesBefore.get(id)
      return previous !== undefined && previous !== state && ANNOUNCED.has(state)
    })
    previousStates.current = new Map(jobs.map(({ id, state }) => [id, state]))
    if (ended.length === 0) return
    const text = ended.map(announcementOf).join('. ')
    setAnnouncement(({ count }) => ({ text, count: count + 1 }))
  }, [jobs])
  return (
    <output>
      {/* A new element, because screen readers ignore a text that stays the same. */}
      <VisuallyHidden key={announcement.count}>{announcement.text}</VisuallyHidden>
    </output>
  )
}
