import { TriangleAlert, Wallet } from 'lucide-react'
import type { SpendSummary } from '../../../src-preload/contract/types/spend.ts'
import { go } from '../../app/router/go.ts'
import { problemOf } from '../../host/problemOf.ts'
import { useRoute } from '../../host/useRoute.ts'
import '../../i18n/later.ts'
import { t } from '../../i18n/t.ts'
import { problemWords } from '../../lib/problemWords.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DayChart } from './DayChart.tsx'
import { ModelTable } from './ModelTable.tsx'
import styles from './Spend.module.css'
import { SpendTotals } from './SpendTotals.tsx'

/** What the service quoted for everything sent, by day and by model. */
export function Spend() {
  const { data, error, refetch } = useRoute('spend.summary', undefined, { staleTime: 0 })
  return (
    <div className={styles.spend}>
      <header className={styles.head}>
        <h1>{t('spend.title')}</h1>
        <span className={styles.sub}>{t('spend.sub')}</span>
      </header>
      <div className={styles.body}>
        {error ? (
          <Wrong error={error} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Waiting />
        ) : (
          <Sums summary={data} />
        )}
      </div>
    </div>
  )
}

function Sums({ summary }: { summary: SpendSummary }) {
  if (summary.all.jobs === 0 && summary.uncertain.jobs === 0)
    return (
      <EmptyState
        icon={<Wallet aria-hidden />}
        title={t('spend.empty_title')}
        actions={
          <Button look="primary" onClick={() => go('create')}>
            {t('spend.empty_do')}
          </Button>
        }
      >
        {t('spend.empty_words')}
      </EmptyState>
    )
  return (
    <div className={styles.sheet}>
      <SpendTotals summary={summary} />
      <DayChart byDay={summary.byDay} />
      {summary.byModel.length > 0 && <ModelTable byModel={summary.byModel} />}
    </div>
  )
}

function Wrong({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { what, next } = problemWords(problemOf(error))
  return (
    <EmptyState
      icon={<TriangleAlert aria-hidden />}
      title={what}
      actions={<Button onClick={onRetry}>{t('common.retry')}</Button>}
    >
      {next}
    </EmptyState>
  )
}

function Waiting() {
  return (
    <div className={styles.sheet}>
      <Skeleton height={92} />
      <Skeleton height={236} />
    </div>
  )
}
