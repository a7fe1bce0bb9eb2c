import { lazy, Suspense, useEffect, useState } from 'react'
import { LoadFailure } from '../../../widgets/LoadFailure.tsx'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { useRoute } from '../../../host/useRoute.ts'
import '../../../i18n/later.ts'
import { t } from '../../../i18n/t.ts'
import { useTrash } from '../../../widgets/library/useTrash.ts'
import { useJobPages } from '../../../widgets/jobs/model/useJobPages.ts'
import { nextAfter } from './model/nextAfter.ts'
import { resultOf } from '../../../widgets/jobs/model/resultOf.ts'
import { stageStore } from '../../../widgets/jobs/model/stageStore.ts'
import { stripJobs } from './model/stripJobs.ts'
import styles from './Stage.module.css'
import { StageAnnouncer } from './StageAnnouncer.tsx'
import { StageEmpty } from './StageEmpty.tsx'
import { StageHero } from './StageHero.tsx'
import { StageStrip } from './StageStrip.tsx'
import { StageToolbar } from './StageToolbar.tsx'

const CARDS = 60
/** Loaded when first wanted: the first image does not wait for it. */
const StageViewer = lazy(async () => ({ default: (await import('./StageViewer.tsx')).StageViewer }))

/** The right side of Create: one job large, what can be done with it above, its neighbours below. */
export function Stage() {
  const { jobs: all, loading, error, reload } = useJobPages('recent', CARDS)
  const jobs = stripJobs(all)
  const selected = stageStore((stage) => stage.selected)
  const { select, arrive } = stageStore.getState()
  const { trash } = useTrash()
  /** Seen in full: stays when a new job takes the stage behind it. */
  const [full, setFull] = useState<string>()
  const newest = all[0]
  useEffect(() => {
    if (newest) arrive(newest.id, newest.createdAt)
  }, [newest, arrive])

  // One made again takes the stage of the one it stands for.
  const madeAgain = selected === null ? undefined : all.find(({ replaces }) => replaces === selected)
  // Also one that left the strip, such as a job just cancelled, or is older than it, may be looked at.
  const listed = all.find(({ id }) => id === selected) ?? madeAgain
  const instead = listed?.id === selected ? undefined : madeAgain?.id
  useEffect(() => {
    if (instead) select(instead)
  }, [instead, select])
  const wanted = selected !== null && !loading && !listed
  const older = useRoute('jobs.get', { id: selected ?? '' }, { enabled: wanted }).data
  const chosen = listed ?? (wanted ? older : undefined)
  const job = (chosen && (chosen.state !== 'saved' || resultOf(chosen)) ? chosen : undefined) ?? jobs[0]
  const trashResult = (gone: Job) => {
    const asset = resultOf(gone)
    if (!asset) return
    const next = nextAfter(jobs, gone.id)
    if (next && gone.id === job?.id) select(next.id)
    trash([asset.id])
  }
  const step = (id: string) => {
    select(id)
    setFull(id)
  }
  return (
    <section className={styles.stage} aria-label={t('stage.title')}>
      {job ? (
        <>
          <StageToolbar job={job} onTrash={() => trashResult(job)} />
          <StageHero key={job.id} job={job} onEnlarge={() => setFull(job.id)} />
        </>
      ) : (
        <div className={styles.whole}>
          {error ? <LoadFailure error={error} onRetry={reload} /> : !loading && <StageEmpty />}
        </div>
      )}
      {jobs.length > 0 && <StageStrip jobs={jobs} selected={job?.id} onSelect={select} />}
      <StageAnnouncer jobs={all} />
      {full !== undefined && (
        <Suspense>
          <StageViewer
            jobs={jobs}
            jobId={full}
            onSelect={step}
            onClose={() => setFull(undefined)}
            onTrash={trashResult}
          />
        </Suspense>
      )}
    </section>
  )
}
