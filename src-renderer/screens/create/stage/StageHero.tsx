import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { isActive, shownResult } from '../../../widgets/jobs/jobState.ts'
import { JobOutcome } from '../../../widgets/jobs/JobOutcome.tsx'
import styles from './StageHero.module.css'
import { StageResult } from './StageResult.tsx'
import { StageRunning } from './StageRunning.tsx'

/** One job large: its result, progress or outcome. */
export function StageHero({ job, onEnlarge }: { job: Job; onEnlarge: () => void }) {
  const result = job.state === 'saved' ? shownResult(job) : undefined
  return (
    <div className={styles.hero}>
      {result ? (
        <StageResult job={job} result={result} onEnlarge={onEnlarge} />
      ) : isActive(job.state) || job.state === 'queued' ? (
        <StageRunning job={job} />
      ) : (
        <JobOutcome job={job} />
      )}
    </div>
  )
}
