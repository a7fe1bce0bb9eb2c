import { CircleHelp, Undo2 } from 'lucide-react'
import type { SpendSummary } from '../../../src-preload/contract/types/spend.ts'
import { go } from '../../app/router/go.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../lib/money.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './SpendTotals.module.css'

/** Sums of quotes for today, this month and all time; below, what is uncertain and what came back. */
export function SpendTotals({ summary }: { summary: SpendSummary }) {
  const { uncertain, refunded } = summary
  return (
    <div className={styles.totals}>
      <dl className={styles.sums}>
        {(['today', 'month', 'all'] as const).map((span) => (
          <div key={span} className={styles.sum}>
            <dt>{t(`spend.${span}`)}</dt>
            <dd className={styles.money}>
              <span>{t('spend.quoted')}</span> {formatMoney(summary[span].quoted)}
            </dd>
            <dd className={styles.jobs}>{t('spend.jobs', { count: summary[span].jobs })}</dd>
          </div>
        ))}
      </dl>
      {uncertain.jobs > 0 && (
        <p className={styles.uncertain}>
          <CircleHelp aria-hidden />
          <span>
            <strong>
              {t('spend.uncertain')} · {formatMoney(uncertain.quoted)}
            </strong>{' '}
            {t('spend.uncertain_words', { count: uncertain.jobs })}
          </span>
          <Button size="small" onClick={() => go('queue')}>
            {t('spend.uncertain_do')}
          </Button>
        </p>
      )}
      {refunded.jobs > 0 && (
        <p className={styles.refunded}>
          <Undo2 aria-hidden />
          <span>
            <strong>
              {t('spend.refunded')} · {formatMoney(refunded.quoted)}
            </strong>{' '}
            {t('spend.refunded_words', { count: refunded.jobs })}
          </span>
        </p>
      )}
    </div>
  )
}
