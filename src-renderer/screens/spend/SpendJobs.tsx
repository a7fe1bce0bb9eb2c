import { useEffect, useRef, useMemo, memo } from 'react'
import { ArrowLeft, Wallet } from 'lucide-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'
import { navigate } from '../../router/navigate.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useShortcuts } from '../../ui/useShortcuts.ts'
import {
  periodName,
  type SpendView,
  viewPath,
  AMOUNT_KINDS,
  lastRow,
  rowLabel,
  rowLink,
} from './spendView.ts'
import { classes } from '../../ui/classes.ts'
import screenStyles from '../../ui/layout/screen.module.css'
import textStyles from '../../ui/layout/text.module.css'
import type { SpendSums, SpendJob } from '../../../src-preload/contract/types/spend.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { call } from '../../host/call.ts'
import { usePageLoader } from '../../host/usePageLoader.ts'
import type { Job } from '../../../src-preload/contract/types/job.ts'
import { isOpen } from '../../../src-preload/shared/jobStates.ts'
import { formatDateTime } from '../../lib/format/time.ts'
import { truncate } from '../../../src-preload/shared/truncate.ts'
import { Chip, type Tone } from '../../ui/buttons/Chip.tsx'
import { Money } from '../../ui/Money.tsx'
import { useScroller } from '../../ui/useScroller.ts'
import { Thumb } from '../../widgets/thumbs/Thumb.tsx'
import { shownResult } from '../../widgets/jobs/jobState.ts'
import { selectedJobStore } from '../../widgets/jobs/selectedJobStore.ts'
import { spendCommands } from '../../../src-preload/shared/keymap/lazyCommands.ts'
import rowStyles from '../../ui/layout/row.module.css'
import styles from './SpendJobs.module.css'

/** The jobs of the row with the key `rowKey` in the report: `#/spend/jobs?period=month&by=model&key=SLUG`. */
export function SpendJobs({ view, rowKey }: { view: SpendView; rowKey: string }) {
  const { by } = view
  const { row, from, to, jobs, error, hasMore, loadMore, reload } = useSpendJobs(view, rowKey)
  const screen = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const back = () => {
    lastRow.key = rowKey
    navigate(viewPath(view))
  }
  useShortcuts('full', screen, spendCommands, { back })
  const name = rowLabel(by, row ?? { key: rowKey, label: null })
  const link = rowLink(by, rowKey)
  return (
    <div ref={screen} className={screenStyles.screen}>
      <header className={screenStyles.head}>
        <IconButton
          label={t('spend.back')}
          className={screenStyles.back}
          icon={<ArrowLeft aria-hidden />}
          onClick={back}
        />
        <div className={screenStyles.text}>
          <h1 ref={heading} tabIndex={-1} title={row && name}>
            {row || by === 'day' ? name : t('spend.title')}
          </h1>
          {row && <span className={screenStyles.sub}>{subtitle(by, from, to)}</span>}
        </div>
        {link && (
          <a className={classes(textStyles.label, styles.link)} href={`#/${link.path}`}>
            {link.label}
          </a>
        )}
      </header>
      {error && !row ? (
        <LoadFailure error={error} onRetry={reload} />
      ) : !row ? (
        <div className={styles.waiting}>
          <Skeleton height={64} />
          <Skeleton height={236} />
        </div>
      ) : jobs.length === 0 ? (
        <EmptyState
          icon={<Wallet aria-hidden />}
          title={t('spend.nothing_then')}
          actions={<Button onClick={back}>{t('spend.back')}</Button>}
        />
      ) : (
        <>
          <RowSums row={row} />
          <SpendJobList jobs={jobs} hasMore={hasMore} onMore={loadMore} />
        </>
      )}
    </div>
  )
}

/** "Model · Sun, 1 November 2026 to Fri, 20 November 2026", or "Day" if the row is a day. */
const subtitle = (by: SpendView['by'], from: string, to: string): string =>
  by === 'day' ? t('spend.day') : `${t(`spend.${by}`)} · ${periodName(from, to)}`

/** Sums of the row's jobs, as in the report. */
function RowSums({ row }: { row: SpendSums }) {
  return (
    <section className={screenStyles.bar} aria-label={t('spend.totals')}>
      <dl className={styles.sums}>
        {AMOUNT_KINDS.filter((kind) => row[kind].jobs > 0).map((kind) => (
          <div key={kind} className={styles[kind]}>
            <dt className={textStyles.label}>{t(`spend.${kind}`)}</dt>
            <dd className={textStyles.title}>{formatMoney(row[kind].amount)}</dd>
            <dd className={textStyles.note}>{t('spend.jobs', { count: row[kind].jobs })}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const PAGE_SIZE = 100

/** A row of the report, undefined while loading, with its jobs page by page, and the period's first and last day. */
function useSpendJobs(view: SpendView, key: string) {
  const query = useInfiniteQuery({
    queryKey: ['spend.jobs', view, key],
    queryFn: ({ pageParam }) => call('spend.jobs', { ...view, key, before: pageParam, limit: PAGE_SIZE }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const { data } = query
  const { loadNext } = usePageLoader(query)
  // A job that moved between requests may be on two pages.
  const jobs = useMemo(
    () => [...new Map(data?.pages.flatMap((page) => page.jobs.map((job) => [job.id, job]))).values()],
    [data],
  )
  const [first] = data?.pages ?? []
  return {
    row: first?.row,
    from: first?.from ?? '',
    to: first?.to ?? '',
    jobs,
    error: query.error,
    hasMore: query.hasNextPage,
    loadMore: loadNext,
    reload: () => void query.refetch(),
  }
}

interface SpendJobListProps {
  jobs: readonly SpendJob[]
  hasMore: boolean
  onMore: () => void
}

/** Height of a row in px. */
const ROW_HEIGHT = 54
/** Space below the last row in px. */
const BOTTOM_SPACE = 16
/** Rows rendered beyond the visible ones, so that scrolling shows no gaps. */
const OVERSCAN = 8
/** Distance from the end, in rows, at which the next page is requested. */
const NEAR_END = 40

/** Virtualized list that loads further pages while scrolling. */
function SpendJobList({ jobs, hasMore, onMore }: SpendJobListProps) {
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
        style={{ height: jobs.length * ROW_HEIGHT + BOTTOM_SPACE }}
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
  completed: 'ok',
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

/** Maximum length of a title in a tooltip, in characters. */
const MAX_TOOLTIP_LENGTH = 300

/** A job with its time, price and a link. */
const SpendJobRow = memo(function SpendJobRow({ item }: { item: SpendJob }) {
  const { job, kind, amount, at } = item
  const title = item.title.trim() || t('gallery.untitled')
  const result = job ? shownResult(job) : undefined
  const body = (
    <>
      <span className={rowStyles.art}>{result && <Thumb asset={result} alt="" />}</span>
      <span className={rowStyles.text}>
        <span dir="auto" className={rowStyles.title} title={truncate(title, MAX_TOOLTIP_LENGTH)}>
          {title}
        </span>
        <span dir="auto" className={rowStyles.sub}>
          {job ? job.model.name : t('spend.unreadable')}
        </span>
      </span>
      <time dir="auto" className={rowStyles.sub} dateTime={new Date(at).toISOString()}>
        {formatDateTime(at)}
      </time>
      <span>
        <Chip tone={TONES[kind]}>{t(kind === 'uncertain' ? 'spend.uncertain_head' : `spend.${kind}`)}</Chip>
      </span>
      <span className={classes(styles.price, kind === 'refunded' && styles.refunded)}>
        {job?.price === null ? t('queue.no_price') : <Money nanoDollars={amount} isInColumn />}
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
