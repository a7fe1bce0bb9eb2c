import { ImageOff } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import {
  isActive,
  shownResult,
  jobActivityText,
  jobStateText,
  elapsedMs,
} from '../../../widgets/jobs/jobState.ts'
import { JobOutcome } from '../../../widgets/jobs/JobOutcome.tsx'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { bridge } from '../../../host/bridge.ts'
import { fileUrl } from '../../../host/fileUrl.ts'
import { t } from '../../../i18n/t.ts'
import { hasTooManyPixels } from '../../../lib/hasTooManyPixels.ts'
import { classes } from '../../../ui/classes.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ImageTooLarge } from '../../../widgets/results/image/ImageTooLarge.tsx'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { AssetContent } from '../../../widgets/results/AssetContent.tsx'
import { LoadFailure } from '../../../widgets/LoadFailure.tsx'
import spinnerStyles from '../../../ui/feedback/Spinner.module.css'
import { navigate } from '../../../router/navigate.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { formatDuration, useNow } from '../../../lib/format/time.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { canTryAgain, useWaitReason } from '../../../widgets/jobs/waitReason.ts'
import { resultHandlers } from '../../../widgets/results/menu/resultMenu.ts'
import checksStyles from '../../../ui/layout/checks.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import { useBrokenImage } from '../../../widgets/results/image/useBrokenImage.ts'
import styles from './JobView.module.css'
import paneStyles from './ResultPane.module.css'

/** A large view of one job: its result, progress or outcome. */
export function JobView({ job, onEnlarge }: { job: Job; onEnlarge: () => void }) {
  const result = job.state === 'saved' ? shownResult(job) : undefined
  return (
    <div className={styles.hero} {...(result && resultHandlers(() => ({ ids: [result.id] })))}>
      {result ? (
        <SavedResult job={job} result={result} onEnlarge={onEnlarge} />
      ) : isActive(job.state) || job.state === 'queued' ? (
        <JobInProgress job={job} />
      ) : (
        <JobOutcome job={job} />
      )}
    </div>
  )
}

interface SavedResultProps {
  job: Job
  result: Asset
  onEnlarge: () => void
}

/** A saved result: the image, with its last preview or its thumbnail until it has loaded. */
function SavedResult({ job, result, onEnlarge }: SavedResultProps) {
  const [isLoaded, setLoaded] = useState(false)
  const [isBroken, onError] = useBrokenImage()
  const { media } = bridge()
  const title = job.title.trim() || t('gallery.untitled')
  const placeholder =
    job.preview > 0 ? media.url('preview', job.id, job.preview) : media.url('thumb', result.id)
  if (result.kind !== 'image') return <OtherResult id={result.id} />
  if (hasTooManyPixels(result))
    return (
      <AspectRatioFrame width={result.width} height={result.height}>
        <div className={styles.broken}>
          <ImageTooLarge asset={result} />
        </div>
      </AspectRatioFrame>
    )
  return (
    <AspectRatioFrame width={result.width} height={result.height}>
      {!isLoaded && !isBroken && (
        <div className={classes(styles.background, styles.animated)} aria-hidden data-loading>
          <i />
          <i />
        </div>
      )}
      {!isLoaded && !isBroken && (job.preview > 0 || result.hasThumb) && (
        <img
          className={styles.placeholder}
          src={placeholder}
          alt=""
          onError={({ currentTarget }) => (currentTarget.hidden = true)}
        />
      )}
      {isBroken ? (
        <div className={styles.broken}>
          <EmptyState icon={<ImageOff aria-hidden />} title={t('viewers.image_broken')}>
            {t('viewers.image_broken_text')}
          </EmptyState>
        </div>
      ) : (
        <img
          className={classes(styles.image, isLoaded && checksStyles.checks)}
          src={fileUrl(result.id)}
          alt={title}
          draggable={false}
          decoding="async"
          onLoad={() => setLoaded(true)}
          onError={onError}
        />
      )}
      <button
        type="button"
        draggable
        className={styles.open}
        aria-label={t('result.enlarge')}
        onClick={onEnlarge}
      />
    </AspectRatioFrame>
  )
}

/** A saved result other than an image, in the viewer of its kind. */
function OtherResult({ id }: { id: string }) {
  const { data, error, refetch } = useApiQuery('library.asset', { id })
  if (error && !data) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className={spinnerStyles.center}>
        <Spinner label={t('common.loading')} />
      </div>
    )
  return <AssetContent asset={data.asset} detail={data} mode="embedded" />
}

/** Blur of the first preview, which gets sharper with the progress. */
const MAX_BLUR_PX = 12
const MIN_BLUR_PX = 2

/** A job in progress: its preview, a progress bar, and the time. */
function JobInProgress({ job }: { job: Job }) {
  const now = useNow({ isTicking: true })
  const elapsed = elapsedMs(job, now)
  const progress = job.state === 'saving' ? 100 : job.state === 'running' ? job.progress : null
  const hasPreview = job.preview > 0
  const { text: reason, outage, link } = useWaitReason(job, now)
  const activity = jobActivityText(job)
  const tryAgain = useApiMutation('jobs.try_again')
  return (
    <AspectRatioFrame width={job.width} height={job.height} className={styles.running}>
      {hasPreview ? (
        <img
          className={styles.preview}
          style={{ '--blur': `${Math.max(MIN_BLUR_PX, MAX_BLUR_PX * (1 - (progress ?? 0) / 100))}px` }}
          src={bridge().media.url('preview', job.id, job.preview)}
          alt=""
        />
      ) : (
        <div
          className={classes(styles.background, job.state !== 'queued' && reason === null && styles.animated)}
          aria-hidden
        >
          <i />
          <i />
        </div>
      )}
      <div className={classes(styles.status, hasPreview && styles.overPreview)}>
        <div className={styles.line}>
          <span className={styles.word}>{jobStateText(job)}</span>
          {reason === null && activity !== null && (
            <span className={classes(textStyles.label, styles.hint)}>{activity}</span>
          )}
          <span className={classes(textStyles.quiet, styles.meta)}>
            {elapsed !== null && formatDuration(elapsed)}
          </span>
        </div>
        {reason !== null && (
          <div className={classes(textStyles.label, styles.times)}>
            <p>{reason}</p>
            {canTryAgain(job, outage) && (
              <Button
                size="small"
                disabled={tryAgain.isPending}
                onClick={() => tryAgain.mutate({ id: job.id })}
              >
                {t('result.try_again')}
              </Button>
            )}
            {link && (
              <Button size="small" onClick={() => navigate(link.path)}>
                {link.label}
              </Button>
            )}
          </div>
        )}
        {!hasPreview && (
          <p dir="auto" className={classes(textStyles.clamp, styles.prompt)}>
            {job.title}
          </p>
        )}
        {/* A waiting job has no moving bar and, if it waits to be saved, no full one, which would look finished. */}
        {job.state !== 'queued' && (reason === null || (job.state === 'running' && progress !== null)) && (
          <ProgressBar label={t('result.progress')} value={progress} />
        )}
      </div>
    </AspectRatioFrame>
  )
}

interface AspectRatioFrameProps {
  /** Size of the image in pixels; null for a default aspect ratio. */
  width: number | null
  height: number | null
  className?: string | undefined
  children: ReactNode
}

/** Size in pixels of a frame for a result of unknown size. */
const DEFAULT_SIZE = { width: 1024, height: 768 }

/** Enlarged further, a small image would look blurred. */
const MAX_ENLARGEMENT = 1.5
/** Narrower images are treated as this wide. */
const MIN_FRAME_PX = 480

/** Frame that reserves the largest fitting area in the aspect ratio of an image. */
function AspectRatioFrame({ width, height, className, children }: AspectRatioFrameProps) {
  const size = width !== null && height !== null && width > 0 && height > 0 ? { width, height } : DEFAULT_SIZE
  const ratio = size.width / size.height
  return (
    <div className={paneStyles.frameArea}>
      <div
        className={classes(paneStyles.frame, className)}
        style={{
          '--ratio': ratio,
          '--max-width': `${Math.max(size.width, MIN_FRAME_PX) * MAX_ENLARGEMENT}px`,
        }}
      >
        {children}
      </div>
    </div>
  )
}
