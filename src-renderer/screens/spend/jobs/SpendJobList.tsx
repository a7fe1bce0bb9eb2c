import { useEffect } from 'react'
import type { SpendJob } from '../../../../src-preload/contract/types/spend.ts'
import { t } from '../../../i18n/t.ts'
import { useScroller } from '../../../ui/useScroller.ts'
import { SpendJobRow } from './SpendJobRow.tsx'
import rowStyles from '../../../ui/row.module.css'
import styles from './SpendJobs.module.css'

interface Props {
  jobs: readonly SpendJob[]
  hasMore: boolean
  onMore: () => void
}

const HEIGHT = 54
const AHEAD = 8
/** Distance from the end, in rows, at which the next page is requested. */
const NEAR_END = 40

/** Virtualized list that loads further pages while scrolling. */
export function SpendJobList({ jobs, hasMore, onMore }: Props) {
  const { ref, height, top, onScroll } = useScroller(HEIGHT)
  const first = Math.max(0, Math.floor(top / HEIGHT) - AHEAD)
  const end = Math.min(jobs.length, Math.ceil((top + height) / HEIGHT) + AHEAD)
  useEffect(() => {
    if (hasMore && height > 0 && end + NEAR_END >= jobs.length) onMore()
  })
  return (
    <div ref={ref} className={rowStyles.scroller} onScroll={onScroll}>
      <ul
        className={styles.list}
        aria-label={t('spend.jobs_list')}
        style={{ height: jobs.length * HEIGHT + 16 }}
      >
        {jobs.slice(first, end).map((job, offset) => (
          <li
            key={job.id}
            className={rowStyles.line}
            style={{ transform: `translateY(${(first + offset) * HEIGHT}px)`, height: HEIGHT }}
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
