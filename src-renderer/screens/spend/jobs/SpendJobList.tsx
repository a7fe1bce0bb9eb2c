import { memo, useEffect } from 'react'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { SpendJob } from '../../../../src-preload/contract/types/spend.ts'
import { t } from '../../../i18n/t.ts'
import { isOpen } from '../../../../src-preload/shared/jobStates.ts'
import { formatDateTime } from '../../../lib/time.ts'
import { Chip, type Tone } from '../../../ui/buttons/Chip.tsx'
import { Money } from '../../../ui/Money.tsx'
import { classes } from '../../../ui/classes.ts'
import { useScroller } from '../../../ui/useScroller.ts'
import { Thumb } from '../../../widgets/thumbs/Thumb.tsx'
import { shownResult } from '../../../widgets/jobs/jobState.ts'
import { selectedJobStore } from '../../../widgets/jobs/selectedJobStore.ts'
import rowStyles from '../../../ui/layout/row.module.css'
import styles from './SpendJobs.module.css'

interface Props {
  jobs: readonly SpendJob[]
  hasMore: boolean
  onMore: () => void
}

const ROW_HEIGHT = 54
const OVERSCAN = 8
/** Distance from the end, in rows, at which the next page is requested. */
const NEAR_END = 40

/** Virtualized list that loads further pages while scrolling. */
export function SpendJobList({ jobs, hasMore, onMore }: Props) {
  const { ref, height, top, onScroll } = useScroller(ROW_HEIGHT)
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - OVERSCAN)
  const end = Math.min(jobs.length, Math.ceil((top + height) / ROW_HEIGHT) + OVERSCAN)
  useEffect(() => {
    if (hasMore && height > 0 && end + NEAR_END >= jobs.length) onMore()
  })
  return (
    <div ref={ref} className={rowStyles.scroller} onScroll={onScroll}>
      <ul
        className={styles.list}
        aria-label={t('spend.jobs_list')}
        style={{ height: jobs.length * ROW_HEIGHT + 16 }}
      >
        {jobs.slice(first, end).map((job, offset) => (
          <li
            key={job.id}
            className={rowStyles.line}
            style={{ transform: `translateY(${(first + offset) * ROW_HEIGHT}px)`, height: ROW_HEIGHT }}
            aria-setsize={hasMore ? -1 : jobs.length}
            aria-posinset={first + offset + 1}
          >
            <SpendJobRow item={job} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `unconfirmed`: failed without a confirmed refund; `uncertain`: may have been charged. */
const TONES: Record<SpendJob['kind'], Tone> = {
  quoted: 'quiet',
  settled: 'ok',
  running: 'accent',
  uncertain: 'warn',
  unconfirmed: 'warn',
  refunded: 'quiet',
}

/** Path to the job's result, its batch or the queue, or Create, which shows its outcome. */
function jobPath(job: Job): string {
  const result = shownResult(job)
  if (result) return `gallery/${encodeURIComponent(result.id)}`
  if (!isOpen(job.state)) return 'create'
  return job.batch ? `queue/${encodeURIComponent(job.batch)}` : 'queue'
}

/** A job with its time, price and a link. */
const SpendJobRow = memo(function SpendJobRow({ item }: { item: SpendJob }) {
  const { job, kind, amount, at } = item
  const title = item.title.trim() || t('gallery.untitled')
  const result = job ? shownResult(job) : undefined
  const body = (
    <>
      <span className={rowStyles.art}>{result && <Thumb asset={result} alt="" />}</span>
      <span className={rowStyles.text}>
        <span className={rowStyles.title} title={title.slice(0, 300)}>
          {title}
        </span>
        <span className={rowStyles.sub}>{job ? job.model.name : t('spend.unreadable')}</span>
      </span>
      <time className={rowStyles.sub} dateTime={new Date(at).toISOString()}>
        {formatDateTime(at)}
      </time>
      <span>
        <Chip tone={TONES[kind]}>{t(kind === 'uncertain' ? 'spend.uncertain_head' : `spend.${kind}`)}</Chip>
      </span>
      <span className={classes(styles.price, kind === 'refunded' && styles.refunded)}>
        {job?.price === null ? t('queue.no_price') : <Money nanoDollars={amount} />}
      </span>
    </>
  )
  if (!job) return <div className={classes(rowStyles.columns, styles.row)}>{body}</div>
  return (
    <a
      className={classes(rowStyles.columns, styles.row)}
      href={`#/${jobPath(job)}`}
      onClick={() => selectedJobStore.getState().select(job.id)}
    >
      {body}
    </a>
  )
})
