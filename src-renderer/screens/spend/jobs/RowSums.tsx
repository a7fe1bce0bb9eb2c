import type { SpendSums } from '../../../../src-preload/contract/types/spend.ts'
import { t } from '../../../i18n/t.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import textStyles from '../../../ui/text.module.css'
import screenStyles from '../../../ui/screen.module.css'
import styles from './SpendJobs.module.css'

const KINDS = ['settled', 'running', 'quoted', 'uncertain', 'unconfirmed', 'refunded'] as const

/** Sums of the row's jobs, as in the report. */
export function RowSums({ row }: { row: SpendSums }) {
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
