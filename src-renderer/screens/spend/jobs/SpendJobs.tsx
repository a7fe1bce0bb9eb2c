import { useEffect, useRef } from 'react'
import { ArrowLeft, Wallet } from 'lucide-react'
import { LoadFailure } from '../../../widgets/LoadFailure.tsx'
import { navigate } from '../../../router/navigate.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useKeys } from '../../../widgets/results/useKeys.ts'
import { dayName } from '../model/dayNames.ts'
import { lastRow } from '../model/lastRow.ts'
import { type SpendView, viewPath } from '../model/periods.ts'
import { rowLabel } from '../model/rowLabel.ts'
import { elsewhere } from '../model/rowPath.ts'
import { useSpendJobs } from '../model/useSpendJobs.ts'
import { classes } from '../../../ui/classes.ts'
import screenStyles from '../../../ui/layout/screen.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './SpendJobs.module.css'
import type { SpendSums, SpendJob } from '../../../../src-preload/contract/types/spend.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { useScroller } from '../../../ui/useScroller.ts'
import { SpendJobRow } from './SpendJobRow.tsx'
import rowStyles from '../../../ui/layout/row.module.css'

interface Props {
  view: SpendView
  /** The row's key in the report. */
  of: string
}

/** The jobs of one row of the report: `#/spend/jobs?period=month&by=model&key=SLUG`. */
export function SpendJobs({ view, of }: Props) {
  const { by } = view
  const { row, from, to, jobs, error, hasMore, more, reload } = useSpendJobs(view, of)
  const screen = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const back = () => {
    lastRow.key = of
    navigate(viewPath(view))
  }
  useKeys('full', screen, { Escape: back })
  const name = rowLabel(by, row ?? { key: of, label: null })
  const other = elsewhere(by, of)
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
        {other && (
          <a className={classes(textStyles.label, styles.link)} href={`#/${other.path}`}>
            {other.label}
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
          <SpendJobList jobs={jobs} hasMore={hasMore} onMore={more} />
        </>
      )}
    </div>
  )
}

/** "Model · 1 to 20 November", or "Day" for a single day. */
function subtitle(by: SpendView['by'], from: string, to: string): string {
  if (by === 'day') return t('spend.day')
  const days = from === to ? dayName(from) : t('spend.span', { from: dayName(from), to: dayName(to) })
  return `${t(`spend.${by}`)} · ${days}`
}

const KINDS = ['settled', 'running', 'quoted', 'uncertain', 'unconfirmed', 'refunded'] as const

/** Sums of the row's jobs, as in the report. */
function RowSums({ row }: { row: SpendSums }) {
  return (
    <section className={screenStyles.bar} aria-label={t('spend.totals')}>
      <dl className={styles.sums}>
        {KINDS.filter((kind) => row[kind].jobs > 0).map((kind) => (
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

interface SpendJobListProps {
  jobs: readonly SpendJob[]
  hasMore: boolean
  onMore: () => void
}

const HEIGHT = 54
const AHEAD = 8
/** Distance from the end, in rows, at which the next page is requested. */
const NEAR_END = 40

/** Virtualized list that loads further pages while scrolling. */
function SpendJobList({ jobs, hasMore, onMore }: SpendJobListProps) {
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
