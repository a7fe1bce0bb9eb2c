import type { Job } from '../../../../src-preload/contract/types/job.ts'
import { bridge } from '../../../host/bridge.ts'
import { navigate } from '../../../router/navigate.ts'
import { t } from '../../../i18n/t.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { formatDuration } from '../../../lib/time.ts'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { canTryAgain, useWaitReason } from '../../../widgets/jobs/waitReason.ts'
import { jobStateText, elapsedMs } from '../../../widgets/jobs/jobState.ts'
import { useNow } from '../../../lib/useNow.ts'
import { StageFrame } from './StageFrame.tsx'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './StageHero.module.css'

const MAX_BLUR_PX = 12

type Waiting = 'queued' | 'sending' | 'running' | 'saving'
const isWaiting = (state: string): state is Waiting =>
  ['queued', 'sending', 'running', 'saving'].includes(state)

/** A job in progress: its preview, a progress bar, and the time. */
export function StageRunning({ job }: { job: Job }) {
  const now = useNow(true)
  const elapsed = elapsedMs(job, now)
  const progress = job.state === 'saving' ? 100 : job.state === 'running' ? job.progress : null
  const hasPreview = job.preview > 0
  const { text: reason, outage, link } = useWaitReason(job, now)
  const tryAgain = useApiMutation('jobs.try_again')
  return (
    <StageFrame width={job.width} height={job.height} className={styles.running}>
      {hasPreview ? (
        <img
          className={styles.preview}
          style={{ '--blur': `${Math.max(2, MAX_BLUR_PX * (1 - (progress ?? 0) / 100))}px` }}
          src={bridge().media.url('preview', job.id, job.preview)}
          alt=""
        />
      ) : (
        <div
          className={classes(styles.ground, job.state !== 'queued' && reason === null && styles.moving)}
          aria-hidden
        >
          <i />
          <i />
        </div>
      )}
      <div className={classes(styles.status, hasPreview && styles.on)}>
        <div className={styles.line}>
          <span className={styles.word}>{jobStateText(job)}</span>
          {reason === null && isWaiting(job.state) && (
            <span className={classes(textStyles.label, styles.hint)}>{t(`stage.${job.state}_words`)}</span>
          )}
          <span className={classes(textStyles.quiet, styles.aside)}>
            {elapsed !== null && formatDuration(elapsed)}
          </span>
        </div>
        {reason !== null && (
          <div className={classes(textStyles.label, styles.wait)}>
            <p>{reason}</p>
            {canTryAgain(job, outage) && (
              <Button
                size="small"
                disabled={tryAgain.isPending}
                onClick={() => tryAgain.mutate({ id: job.id })}
              >
                {t('stage.try_again')}
              </Button>
            )}
            {link && (
              <Button size="small" onClick={() => navigate(link.path)}>
                {link.label}
              </Button>
            )}
          </div>
        )}
        {!hasPreview && <p className={classes(textStyles.clamp, styles.prompt)}>{job.title}</p>}
        {/* No animation while waiting, and no full bar, which would look finished. */}
        {job.state !== 'queued' && (reason === null || (job.state === 'running' && progress !== null)) && (
          <ProgressBar label={t('stage.progress')} value={progress} />
        )}
      </div>
    </StageFrame>
  )
}
