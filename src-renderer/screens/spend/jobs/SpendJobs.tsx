import { useEffect, useRef, useMemo } from 'react'
import { ArrowLeft, Wallet } from 'lucide-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../../widgets/LoadFailure.tsx'
import { navigate } from '../../../router/navigate.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { useShortcuts } from '../../../ui/useShortcuts.ts'
import { periodName } from '../model/dayNames.ts'
import { AMOUNT_KINDS, lastRow, rowLabel, rowLink } from '../model/reportRow.ts'
import { type SpendView, viewPath } from '../model/spendView.ts'
import { classes } from '../../../ui/classes.ts'
import screenStyles from '../../../ui/layout/screen.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import type { SpendSums, SpendJob, SpendRow } from '../../../../src-preload/contract/types/spend.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { SpendJobList } from './SpendJobList.tsx'
import { call } from '../../../host/call.ts'
import styles from './SpendJobs.module.css'

interface Props {
  view: SpendView
  /** The row's key in the report. */
  rowKey: string
}

/** The jobs of one row of the report: `#/spend/jobs?period=month&by=model&key=SLUG`. */
export function SpendJobs({ view, rowKey }: Props) {
  const { by } = view
  const { row, from, to, jobs, error, hasMore, loadMore, reload } = useSpendJobs(view, rowKey)
  const screen = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const back = () => {
    lastRow.key = rowKey
    navigate(viewPath(view))
  }
  useShortcuts('full', screen, { Escape: back })
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

/** "Model · 1 to 20 November", or "Day" for a single day. */
function subtitle(by: SpendView['by'], from: string, to: string): string {
  if (by === 'day') return t('spend.day')
  return `${t(`spend.${by}`)} · ${periodName(from, to)}`
}

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

interface RowJobs {
  /** The row of the report; undefined while loading. */
  row: SpendRow | undefined
  from: string
  to: string
  jobs: SpendJob[]
  error: Error | null
  hasMore: boolean
  loadMore: () => void
  reload: () => void
}

const PAGE_SIZE = 100

/** The jobs of one row of the report, page by page. */
function useSpendJobs(view: SpendView, key: string): RowJobs {
  const query = useInfiniteQuery({
    queryKey: ['spend.jobs', view, key],
    queryFn: ({ pageParam }) => call('spend.jobs', { ...view, key, before: pageParam, limit: PAGE_SIZE }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const { data } = query
  // A job that moved between requests may be on two pages.
  const jobs = useMemo(
    () => [
      ...new Map(data?.pages.flatMap((page) => page.jobs.map((job) => [job.id, job] as const))).values(),
    ],
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
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    reload: () => void query.refetch(),
  }
}
