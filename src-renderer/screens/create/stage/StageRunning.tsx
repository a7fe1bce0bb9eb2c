import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { bridge } from '../../../host/bridge.ts'
import { go } from '../../../router/go.ts'
import { t } from '../../../i18n/t.ts'
import { useAct } from '../../../host/useAct.ts'
import { formatDuration } from '../../../lib/time.ts'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/Button.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { canTryAgain } from '../../../widgets/jobs/model/canTryAgain.ts'
import { jobWord } from '../../../widgets/jobs/model/jobWord.ts'
import { useWait } from '../../../widgets/jobs/model/useWait.ts'
import { elapsedMs } from '../../../widgets/jobs/model/elapsedMs.ts'
import { useNow } from '../../../lib/useNow.ts'
import { StageFrame } from './StageFrame.tsx'
import textStyles from '../../../ui/text.module.css'
import styles from './StageHero.module.css'

const HAZE_PX = 12

type Waiting = 'queued' | 'sending' | 'running' | 'saving'
const isWaiting = (state: string): state is Waiting =>
  ['queued', 'sending', 'running', 'saving'].includes(state)

/** A job in progress: its preview, a progress bar, and the time. */
export function StageRunning({ job }: { job: Job }) {
  const now = useNow(true)
  const took = elapsedMs(job, now)
  const progress = job.state === 'saving' ? 100 : job.state === 'running' ? job.progress : null
  const seen = job.preview > 0
  const { words: wait, outage, place } = useWait(job, now)
  const tryAgain = useAct('jobs.try_again')
  return (
    <StageFrame width={job.width} height={job.height} className={styles.running}>
      {seen ? (
        <img
          className={styles.preview}
          style={{ '--blur': `${Math.max(2, HAZE_PX * (1 - (progress ?? 0) / 100))}px` }}
          src={bridge().media.url('preview', job.id, job.preview)}
          alt=""
        />
      ) : (
        <div
          className={classes(styles.ground, job.state !== 'queued' && wait === null && styles.moving)}
          aria-hidden
        >
          <i />
          <i />
        </div>
      )}
      <div className={classes(styles.status, seen && styles.on)}>
        <div className={styles.line}>
          <span className={styles.word}>{jobWord(job)}</span>
          {wait === null && isWaiting(job.state) && (
            <span className={classes(textStyles.label, styles.hint)}>{t(`stage.${job.state}_words`)}</span>
          )}
          <span className={classes(textStyles.quiet, styles.aside)}>
            {took !== null && formatDuration(took)}
          </span>
        </div>
        {wait !== null && (
          <div className={classes(textStyles.label, styles.wait)}>
            <p>{wait}</p>
            {canTryAgain(job, outage) && (
              <Button
                size="small"
                disabled={tryAgain.isPending}
                onClick={() => tryAgain.mutate({ id: job.id })}
              >
                {t('stage.try_again')}
              </Button>
            )}
            {place && (
              <Button size="small" onClick={() => go(place.place)}>
                {place.label}
              </Button>
            )}
          </div>
        )}
        {!seen && <p className={classes(textStyles.clamp, styles.prompt)}>{job.title}</p>}
        {/* What waits does not move, and a full bar would say that it is over. */}
        {job.state !== 'queued' && (wait === null || (job.state === 'running' && progress !== null)) && (
          <ProgressBar label={t('stage.progress')} value={progress} />
        )}
      </div>
    </StageFrame>
  )
}
