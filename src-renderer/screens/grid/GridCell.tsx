import { memo } from 'react'
import { LoaderCircle, Play, Trash2 } from 'lucide-react'
import type { GridAsset, GridJob } from '../../../src-preload/contract/types/grid.ts'
import { bridge } from '../../host/bridge.ts'
import { t } from '../../i18n/t.ts'
import { hasTooManyPixels } from '../../lib/hasTooManyPixels.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { formatDuration } from '../../lib/format/time.ts'
import { classes } from '../../ui/classes.ts'
import { valueBars } from '../../widgets/sheet/valueBars.ts'
import { Thumb } from '../../widgets/thumbs/Thumb.tsx'
import { jobIcons } from '../../widgets/jobs/JobChip.tsx'
import { jobTones, jobStateText } from '../../widgets/jobs/jobState.ts'
import { fileUrl } from '../../host/fileUrl.ts'
import badgeStyles from '../../ui/layout/badge.module.css'
import textStyles from '../../ui/layout/text.module.css'
import spinnerStyles from '../../ui/feedback/Spinner.module.css'
import { useApiQuery } from '../../host/useApiQuery.ts'
import styles from './GridCell.module.css'

interface Props {
  job: GridJob | undefined
  /** Number of jobs in the cell. */
  count: number
  /** Width of the cell in px. */
  width: number
  /** For cells larger than a thumbnail: scale at which the image itself is shown; 0 fills the cell, null shows the thumbnail. */
  imageScale: number | null
}

/** Widths of a cell in px from which it shows text beside an icon, and the reason for a failure. */
const MIN_TEXT_WIDTH = 84
const MIN_REASON_WIDTH = 132
/** From this width on, a text result has the normal font size. */
const MIN_LARGE_TEXT_WIDTH = 240

/** The result or state of a job in a small cell. Hidden from screen readers, because the cell has an accessible name. */
export const GridCell = memo(function GridCell({ job, count, width, imageScale }: Props) {
  const asset = job?.asset
  return (
    <span className={classes(styles.cell, count > 1 && styles.stack)} aria-hidden>
      {!job ? (
        <span className={styles.none} />
      ) : asset && job.state === 'saved' ? (
        <Result asset={asset} imageScale={imageScale} width={width} />
      ) : (
        <JobState job={job} width={width} />
      )}
      {count > 1 && <b className={classes(badgeStyles.badge, styles.count)}>{count}</b>}
    </span>
  )
})

function Result({
  asset,
  imageScale,
  width,
}: {
  asset: GridAsset
  imageScale: number | null
  width: number
}) {
  const isTrashed = asset.trashedAt !== null
  const showsImage = imageScale !== null && asset.kind === 'image' && !isTrashed && !hasTooManyPixels(asset)
  // At actual size and beyond, every image is shown at the same scale; below, each fills its cell.
  const size =
    imageScale !== null && imageScale > 0 && asset.width !== null && asset.height !== null
      ? { width: asset.width * imageScale, height: asset.height * imageScale }
      : undefined
  const hasText = width >= MIN_TEXT_WIDTH
  return (
    <span className={classes(styles.result, isTrashed && styles.trashed)}>
      {asset.excerpt !== null && hasText ? (
        <span
          className={classes(
            textStyles.excerpt,
            styles.excerpt,
            width >= MIN_LARGE_TEXT_WIDTH && styles.largeText,
          )}
          dir="auto"
        >
          {asset.excerpt}
        </span>
      ) : asset.kind === 'embedding' ? (
        <EmbeddingBars id={asset.id} showsText={hasText} />
      ) : (
        <Thumb asset={asset} alt="" />
      )}
      {showsImage && (
        <img
          className={styles.fullImage}
          style={size}
          src={fileUrl(asset.id)}
          alt=""
          decoding="async"
          draggable={false}
        />
      )}
      {asset.kind === 'video' && (
        <span className={styles.play}>
          <Play />
        </span>
      )}
      {asset.durationMs !== null && hasText && (
        <span className={classes(badgeStyles.badge, badgeStyles.corner)}>
          {formatDuration(asset.durationMs)}
        </span>
      )}
      {isTrashed && (
        <span className={styles.state}>
          <Trash2 />
          {hasText && <span>{t('grid.trashed')}</span>}
        </span>
      )}
    </span>
  )
}

function JobState({ job, width }: { job: GridJob; width: number }) {
  const { state, progress, preview, problem } = job
  const Icon = state === 'saved' ? Trash2 : jobIcons[state]
  const isWorking = state === 'sending' || state === 'running' || state === 'saving'
  const reason = problem && width >= MIN_REASON_WIDTH ? problemMessage(problem).summary : ''
  return (
    <span className={classes(styles.state, styles[jobTones[state]])}>
      {preview > 0 && (
        <img
          className={styles.preview}
          src={bridge().media.url('preview', job.id, preview)}
          alt=""
          draggable={false}
        />
      )}
      {/* Hundreds of animated icons would slow down scrolling. */}
      <Icon className={Icon === LoaderCircle && width >= MIN_TEXT_WIDTH ? spinnerStyles.turns : undefined} />
      {width >= MIN_TEXT_WIDTH && <span>{state === 'saved' ? t('grid.deleted') : jobStateText(job)}</span>}
      {reason && (
        <span dir="auto" className={classes(textStyles.clamp, styles.problem)}>
          {reason}
        </span>
      )}
      {isWorking && progress !== null && (
        <span className={styles.bar} style={{ '--progress': progress / 100 }} />
      )}
    </span>
  )
}

/** Units of the drawing, which is stretched to the cell. */
const VIEW_BOX_WIDTH = 320
const VIEW_BOX_HEIGHT = 240

/** Small view of an embedding: its first values as bars, and its dimension. */
function EmbeddingBars({ id, showsText }: { id: string; showsText: boolean }) {
  const { data } = useApiQuery('library.embedding', { id }, { staleTime: Number.POSITIVE_INFINITY })
  if (!data) return <span className={styles.vector} />
  const path = valueBars(data.preview)
    .map(({ left, top, width, height }) => {
      const [x, y] = [(left * VIEW_BOX_WIDTH).toFixed(1), (top * VIEW_BOX_HEIGHT).toFixed(1)]
      return `M${x} ${y}h${(width * VIEW_BOX_WIDTH).toFixed(1)}v${(height * VIEW_BOX_HEIGHT).toFixed(1)}h${(-width * VIEW_BOX_WIDTH).toFixed(1)}z`
    })
    .join('')
  return (
    <span className={styles.vector}>
      <svg viewBox={`0 0 ${VIEW_BOX_WIDTH} ${VIEW_BOX_HEIGHT}`} preserveAspectRatio="none">
        <path d={path} />
      </svg>
      {showsText && (
        <span className={classes(badgeStyles.badge, badgeStyles.corner, styles.size)}>
          {t('grid.values', { count: data.dimension })}
        </span>
      )}
    </span>
  )
}

/** What a cell shows, as text: the text result, otherwise the state with its reason. */
export function cellText(job: GridJob | undefined): string {
  if (!job) return t('grid.left_out')
  if (job.state !== 'saved')
    return [jobStateText(job), job.problem && problemMessage(job.problem).summary].filter(Boolean).join('. ')
  if (!job.asset) return t('grid.deleted')
  return job.asset.trashedAt === null ? (job.asset.excerpt ?? jobStateText(job)) : t('grid.trashed')
}
