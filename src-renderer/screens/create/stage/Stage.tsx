import { lazy, Suspense, useEffect, useState } from 'react'
import { LoadFailure } from '../../../widgets/LoadFailure.tsx'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import '../../../i18n/later.ts'
import { t } from '../../../i18n/t.ts'
import { useTrash } from '../../../widgets/library/useTrash.ts'
import { useJobPages } from '../../../widgets/jobs/model/useJobPages.ts'
import { nextAfter } from './model/nextAfter.ts'
import { shownResult } from '../../../widgets/jobs/model/shownResult.ts'
import { stageStore } from '../../../widgets/jobs/model/stageStore.ts'
import { stripJobs } from './model/stripJobs.ts'
import styles from './Stage.module.css'
import { StageAnnouncer } from './StageAnnouncer.tsx'
import { StageEmpty } from './StageEmpty.tsx'
import { StageHero } from './StageHero.tsx'
import { StageStrip } from './StageStrip.tsx'
import { StageToolbar } from './StageToolbar.tsx'

const MAX_CARDS = 60
/** Loaded on demand, so that it doesn't delay the first image. */
const StageViewer = lazy(async () => ({ default: (await import('./StageViewer.tsx')).StageViewer }))

/** The right side of Create: the selected job, its toolbar above and the newest jobs below. */
export function Stage() {
  const { jobs: allJobs, loading, error, reload } = useJobPages('recent', MAX_CARDS)
  const jobs = stripJobs(allJobs)
  const selected = stageStore((stage) => stage.selected)
  const { select, showIfNewer } = stageStore.getState()
  const { trash } = useTrash()
  /** The job in the full-size viewer, which stays when another job is selected. */
  const [enlargedId, setEnlargedId] = useState<string>()
  const newest = allJobs[0]
  useEffect(() => {
    if (newest) showIfNewer(newest.id, newest.createdAt)
  }, [newest, showIfNewer])

  // A retry is selected instead of the job it replaces.
  const retry = selected === null ? undefined : allJobs.find(({ replaces }) => replaces === selected)
  // The selected job may not be in the strip, for example if it was cancelled or is older.
  const listedJob = allJobs.find(({ id }) => id === selected) ?? retry
  const retryId = listedJob?.id === selected ? undefined : retry?.id
  useEffect(() => {
    if (retryId) select(retryId)
  }, [retryId, select])
  const needsOlder = selected !== null && !loading && !listedJob
  const olderJob = useApiQuery('jobs.get', { id: selected ?? '' }, { enabled: needsOlder }).data
  const chosen = listedJob ?? (needsOlder ? olderJob : undefined)
  const job = (chosen && (chosen.state !== 'saved' || shownResult(chosen)) ? chosen : undefined) ?? jobs[0]
  const trashResult = (trashed: Job) => {
    const asset = shownResult(trashed)
    if (!asset) return
    const next = nextAfter(jobs, trashed.id)
    if (next && trashed.id === job?.id) select(next.id)
    trash([asset.id])
  }
  const step = (id: string) => {
    select(id)
    setEnlargedId(id)
  }
  return (
    <section className={styles.stage} aria-label={t('stage.title')}>
      {job ? (
        <>
          <StageToolbar job={job} onTrash={() => trashResult(job)} />
          <StageHero key={job.id} job={job} onEnlarge={() => setEnlargedId(job.id)} />
        </>
      ) : (
        <div className={styles.whole}>
          {error ? <LoadFailure error={error} onRetry={reload} /> : !loading && <StageEmpty />}
        </div>
      )}
      {jobs.length > 0 && <StageStrip jobs={jobs} selected={job?.id} onSelect={select} />}
      <StageAnnouncer jobs={allJobs} />
      {enlargedId !== undefined && (
        <Suspense>
          <StageViewer
            jobs={jobs}
            jobId={enlargedId}
            onSelect={step}
            onClose={() => setEnlargedId(undefined)}
            onTrash={trashResult}
          />
        </Suspense>
      )}
    </section>
  )
}
