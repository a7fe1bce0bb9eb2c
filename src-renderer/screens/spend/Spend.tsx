import { Wallet, Download } from 'lucide-react'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'
import type { SpendReport, Period } from '../../../src-preload/contract/types/spend.ts'
import { navigate } from '../../router/navigate.ts'
import { useLocation } from '../../router/useLocation.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { BalanceCard } from './BalanceCard.tsx'
import { SpendJobs } from './jobs/SpendJobs.tsx'
import { isDay, parseView, viewPath, type SpendView } from './model/spendView.ts'
import { AMOUNT_KINDS } from './model/reportRow.ts'
import { PeriodBar } from './PeriodBar.tsx'
import { PlotCard } from './PlotCard.tsx'
import screenStyles from '../../ui/layout/screen.module.css'
import { SpendTable } from './SpendTable.tsx'
import { SpendTotals } from './SpendTotals.tsx'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import { saveFile } from '../../host/call.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import { Menu } from '../../ui/overlays/Menu.tsx'
import { toasts } from '../../lib/toasts.ts'
import styles from './Spend.module.css'

/** `#/spend`, the report; `#/spend/jobs`, the jobs of one of its rows. */
export function Spend() {
  const { rest, query } = useLocation()
  const view = parseView(query)
  const key = rest[0] === 'jobs' ? query.get('key') : null
  // An invalid day has no jobs, so the report is shown.
  if (key === null || (view.by === 'day' && !isDay(key))) return <Report view={view} />
  return <SpendJobs view={view} rowKey={key} />
}

/** Quoted and completed amounts of a period, grouped by a dimension. */
function Report({ view }: { view: SpendView }) {
  const { data, error, refetch } = useApiQuery('spend.report', view, { staleTime: 0, keepPrevious: true })
  const change = (change: Partial<SpendView>) => navigate(viewPath({ ...view, ...change }), { replace: true })
  return (
    <div className={screenStyles.screen}>
      <header className={screenStyles.head}>
        <h1>{t('spend.title')}</h1>
        <span className={screenStyles.sub}>{t('spend.sub')}</span>
        <ExportMenu period={view.period} disabled={!data || isEmpty(data)} />
      </header>
      <PeriodBar period={view.period} report={data} onPeriodChange={(period) => change({ period })} />
      <div className={screenStyles.scroll}>
        {error && !data ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <ReportSkeleton />
        ) : (
          <ReportBody report={data} view={view} onView={change} />
        )}
      </div>
    </div>
  )
}

interface ReportBodyProps {
  report: SpendReport
  view: SpendView
  onView: (change: Partial<SpendView>) => void
}

function ReportBody({ report, view, onView }: ReportBodyProps) {
  return (
    <div className={styles.sheet}>
      <BalanceCard />
      {isEmpty(report) ? (
        <EmptyReport period={view.period} />
      ) : (
        <>
          <SpendTotals totals={report.totals} />
          <PlotCard report={report} />
          <SpendTable report={report} view={view} onGroupingChange={(by) => onView({ by })} />
        </>
      )}
    </div>
  )
}

const isEmpty = ({ totals }: SpendReport): boolean => AMOUNT_KINDS.every((kind) => totals[kind].jobs === 0)

/** Shown if there are no jobs in the period, or none at all. */
function EmptyReport({ period }: { period: SpendView['period'] }) {
  const allTime = useApiQuery('spend.report', { period: 'all', by: 'day' }, { enabled: period !== 'all' })
  const hasNoJobs = period === 'all' || (allTime.data && isEmpty(allTime.data))
  if (allTime.data === undefined && period !== 'all') return null
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
          <Button onClick={() => navigate(viewPath({ period: 'all', by: 'day' }), { replace: true })}>
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

async function saveExport({ id, fileName, jobs }: RouteOutput<'spend.export'>): Promise<void> {
  const outcome = await saveFile('export', id, fileName)
  if (outcome === null || outcome === 'cancelled') return
  toasts.getState().show({ text: t('spend.exported', { count: jobs, file: fileName }) })
}
