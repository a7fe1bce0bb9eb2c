import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { problemOf } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { problemWords } from '../../lib/problemWords.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useTrash } from '../gallery/model/useTrash.ts'
import { useJobPages } from '../queue/model/useJobPages.ts'
import { nextAfter } from './model/nextAfter.ts'
import { resultOf } from './model/resultOf.ts'
import { stageStore } from './model/stageStore.ts'
import { stripJobs } from './model/stripJobs.ts'
import styles from './Stage.module.css'
import { StageAnnouncer } from './StageAnnouncer.tsx'
import { StageEmpty } from './StageEmpty.tsx'
import { StageHero } from './StageHero.tsx'
import { StageStrip } from './StageStrip.tsx'
import { StageToolbar } from './StageToolbar.tsx'

const CARDS = 60

/** The right side of Create: one job large, what can be done with it above, its neighbours below. */
export function Stage() {
  const { jobs: all, loading, error, reload } = useJobPages('recent', CARDS)
  const jobs = stripJobs(all)
  const selected = stageStore((stage) => stage.selected)
  const { select, arrive } = stageStore.getState()
  const { trash } = useTrash()
  const newest = all[0]
  useEffect(() => {
    if (newest) arrive(newest.id, newest.createdAt)
  }, [newest, arrive])

  // Also one that left the strip, such as a job just cancelled, may be looked at.
  const job =
    all.find(({ id, state }) => id === selected && state !== 'saved') ??
    jobs.find(({ id }) => id === selected) ??
    jobs[0]
  const trashResult = () => {
    const asset = job && resultOf(job)
    if (!job || !asset) return
    const next = nextAfter(jobs, job.id)
    if (next) select(next.id)
    trash([asset.id])
  }
  return (
    <section className={styles.stage} aria-label={t('stage.title')}>
      {job ? (
        <>
          <StageToolbar job={job} onTrash={trashResult} />
          <StageHero key={job.id} job={job} />
        </>
      ) : (
        <div className={styles.whole}>
          {error ? <Wrong error={error} onRetry={reload} /> : !loading && <StageEmpty />}
        </div>
      )}
      {jobs.length > 0 && <StageStrip jobs={jobs} selected={job?.id} onSelect={select} />}
      <StageAnnouncer jobs={all} />
    </section>
  )
}

function Wrong({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { what, next } = problemWords(problemOf(error))
  return (
    <EmptyState
      icon={<TriangleAlert aria-hidden />}
      title={what}
      actions={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    >
      {next}
    </EmptyState>
  )
}
