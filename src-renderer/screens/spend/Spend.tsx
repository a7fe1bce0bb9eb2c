import { useState } from 'react'
import { Wallet, Download } from 'lucide-react'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'
import type { SpendReport, Period } from '../../../src-preload/contract/types/spend.ts'
import { FIRST_REPORT_DAY, isReportDay, LAST_REPORT_DAY } from '../../../src-preload/constraints/reportDay.ts'
import { navigate } from '../../router/navigate.ts'
import { useLocation } from '../../router/useLocation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { dayKey } from '../../lib/format/time.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useBalance } from '../../widgets/useBalance.ts'
import { BalanceCard } from './BalanceCard.tsx'
import { SpendJobs } from './SpendJobs.tsx'
import { parseView, viewPath, type SpendView, PERIODS, periodName, AMOUNT_KINDS } from './spendView.ts'
import { saveExport } from './saveExport.ts'
import { PlotCard } from './PlotCard.tsx'
import screenStyles from '../../ui/layout/screen.module.css'
import { SpendTable, SpendTotals } from './SpendSums.tsx'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import textStyles from '../../ui/layout/text.module.css'
import fieldStyles from '../../ui/layout/field.module.css'
import styles from './Spend.module.css'

/** What jobs cost: `#/spend` is the report, `#/spend/jobs` lists the jobs of one of its rows. */
export function Spend() {
  const { rest, query } = useLocation()
  const view = parseView(query)
  const key = rest[0] === 'jobs' ? query.get('key') : null
  // An invalid day has no jobs, so the report is shown.
  if (key === null || (view.by === 'day' && !isReportDay(key))) return <Report view={view} />
  return <SpendJobs view={view} rowKey={key} />
}

/** Quoted and completed amounts of a period, grouped by day, model, task, connection, collection or batch. */
function Report({ view }: { view: SpendView }) {
  const { data, error, refetch, isPlaceholderData } = useApiQuery('spend.report', view, {
    staleTime: 0,
    keepPrevious: true,
  })
  // The card with the balance is above the report, which would move down when the card appears.
  const isBalanceLoading = useBalance().isLoading
  const changeView = (change: Partial<SpendView>) =>
    navigate(viewPath({ ...view, ...change }), { replace: true })
  return (
    <div className={screenStyles.screen}>
      <header className={screenStyles.head}>
        <h1>{t('spend.title')}</h1>
        <span className={screenStyles.sub}>{t('spend.sub')}</span>
        <ExportMenu period={view.period} disabled={!data || isEmpty(data)} />
      </header>
      <PeriodBar
        period={view.period}
        report={isPlaceholderData ? undefined : data}
        onPeriodChange={(period) => changeView({ period })}
      />
      <div className={screenStyles.scroll}>
        {error && !data ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : data === undefined || isBalanceLoading || (isPlaceholderData && isEmpty(data)) ? (
          <ReportSkeleton />
        ) : (
          <ReportBody report={data} isOutdated={isPlaceholderData} view={view} onViewChange={changeView} />
        )}
      </div>
    </div>
  )
}

interface ReportBodyProps {
  report: SpendReport
  /** Whether the report is that of the view before, until the new one is loaded. */
  isOutdated: boolean
  view: SpendView
  onViewChange: (change: Partial<SpendView>) => void
}

function ReportBody({ report, isOutdated, view, onViewChange }: ReportBodyProps) {
  return (
    <div className={styles.sheet} aria-busy={isOutdated}>
      <BalanceCard />
      {isEmpty(report) ? (
        <EmptyReport view={view} />
      ) : (
        <>
          <SpendTotals totals={report.totals} />
          <div className={styles.pair}>
            <PlotCard report={report} />
            <SpendTable report={report} view={view} onGroupingChange={(by) => onViewChange({ by })} />
          </div>
        </>
      )}
    </div>
  )
}

const isEmpty = ({ totals }: SpendReport): boolean => AMOUNT_KINDS.every((kind) => totals[kind].jobs === 0)

/** Shown if there are no jobs in the period, or none at all. */
function EmptyReport({ view }: { view: SpendView }) {
  const { period } = view
  const allTime = useApiQuery('spend.report', { period: 'all', by: 'day' }, { enabled: period !== 'all' })
  const hasNoJobs = period === 'all' || (allTime.data && isEmpty(allTime.data))
  if (allTime.isPending && period !== 'all') return null
  return (
    <EmptyState
      icon={<Wallet aria-hidden />}
      title={t(hasNoJobs ? 'spend.empty_title' : 'spend.nothing_then')}
      actions={
        hasNoJobs ? (
          <Button variant="primary" onClick={() => navigate('create')}>
            {t('spend.empty_action')}
          </Button>
        ) : (
          <Button onClick={() => navigate(viewPath({ ...view, period: 'all' }), { replace: true })}>
            {t('spend.all')}
          </Button>
        )
      }
    >
      {hasNoJobs && t('spend.empty_description')}
    </EmptyState>
  )
}

function ReportSkeleton() {
  return (
    <div className={styles.sheet}>
      <Skeleton height={92} />
      <Skeleton height={236} />
    </div>
  )
}

/** Exports the jobs of the period as CSV. */
function ExportMenu({ period, disabled }: { period: Period; disabled: boolean }) {
  const exportJobs = useApiMutation('spend.export', {
    onDone: (file) => void saveExport(file),
  })
  return (
    <Menu
      label={t('spend.export')}
      items={[
        { label: t('spend.export_plain'), onSelect: () => exportJobs.mutate({ period, bom: false }) },
        { label: t('spend.export_bom'), onSelect: () => exportJobs.mutate({ period, bom: true }) },
      ]}
      trigger={(aria) => (
        <Button {...aria} icon={<Download aria-hidden />} disabled={disabled || exportJobs.isPending}>
          {t(exportJobs.isPending ? 'spend.exporting' : 'spend.export')}
        </Button>
      )}
    />
  )
}

interface PeriodBarProps {
  period: Period
  report: SpendReport | undefined
  onPeriodChange: (period: Period) => void
}

const CHOICES = [...PERIODS, 'custom'] as const

/** Chooses the period of the report. */
function PeriodBar({ period, report, onPeriodChange }: PeriodBarProps) {
  const custom = typeof period === 'object' ? period : null
  const today = report?.today ?? localToday()
  const pick = (choice: (typeof CHOICES)[number]) => {
    if (choice !== 'custom') onPeriodChange(choice)
    else onPeriodChange({ from: report?.from ?? today, to: report?.to ?? today })
  }
  return (
    <div className={screenStyles.bar}>
      <Segmented
        label={t('spend.period')}
        value={typeof period === 'string' ? period : 'custom'}
        options={CHOICES.map((value) => ({ value, label: t(`spend.${value}`) }))}
        onValueChange={pick}
      />
      {custom ? (
        <DayFields shown={custom} onPeriodChange={onPeriodChange} />
      ) : (
        report && <span className={textStyles.quiet}>{periodName(report.from, report.to)}</span>
      )}
    </div>
  )
}

const localToday = (): string => dayKey(Date.now())

interface Days {
  from: string
  to: string
}

interface DayFieldsProps {
  /** The period of the report. */
  shown: Days
  onPeriodChange: (period: Days) => void
}

/** The first and last day of a custom period. An invalid entry stays visible, and the report keeps its period. */
function DayFields({ shown, onPeriodChange }: DayFieldsProps) {
  const [days, setDays] = useState(shown)
  const [lastShown, setLastShown] = useState(shown)
  if (shown.from !== lastShown.from || shown.to !== lastShown.to) {
    setLastShown(shown)
    setDays(shown)
  }
  const change = (changed: Partial<Days>) => {
    const next = { ...days, ...changed }
    setDays(next)
    // While a year is typed, the field holds dates such as 0002-01-01, which the report would reject.
    if (isReportDay(next.from) && isReportDay(next.to) && next.from <= next.to) onPeriodChange(next)
  }
  return (
    <span className={styles.days}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className={textStyles.label}>
          {t(`spend.${end}`)}
          <input
            className={fieldStyles.control}
            type="date"
            value={days[end]}
            min={FIRST_REPORT_DAY}
            max={LAST_REPORT_DAY}
            aria-invalid={days.from > days.to || !isReportDay(days[end])}
            onChange={(event) => change({ [end]: event.target.value })}
          />
        </label>
      ))}
    </span>
  )
}
