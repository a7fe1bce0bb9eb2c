import type { SpendSums } from '../../../../src-preload/contract/types/spend.ts'
import { t } from '../../../i18n/t.ts'
import { formatMoney } from '../../../../src-preload/words/formatMoney.ts'
import { classes } from '../../../ui/classes.ts'
import styles from './SpendJobs.module.css'

const KINDS = ['settled', 'running', 'quoted', 'uncertain', 'unconfirmed', 'refunded'] as const

/** What the jobs of a row come to, just as the report has it. */
export function RowSums({ row }: { row: SpendSums }) {
  return (
    <section className={styles.sums} aria-label={t('spend.totals')}>
      <dl>
        {KINDS.filter((kind) => row[kind].jobs > 0).map((kind) => (
          <div key={kind} className={classes(styles.sum, styles[kind])}>
            <dt>{t(`spend.${kind}`)}</dt>
            <dd className={styles.money}>{formatMoney(row[kind].amount)}</dd>
            <dd className={styles.count}>{t('spend.jobs', { count: row[kind].jobs })}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
