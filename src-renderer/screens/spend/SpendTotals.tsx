import { Star } from 'lucide-react'
import type { SpendSums } from '../../../src-preload/contract/types/spend.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { Money } from '../../ui/Money.tsx'
import { classes } from '../../ui/classes.ts'
import { AMOUNT_KINDS, pricePerStarred } from './model/reportRow.ts'
import textStyles from '../../ui/layout/text.module.css'
import styles from './SpendTotals.module.css'

const numberFormat = new Intl.NumberFormat('en')

/** Totals of the period, and the price per starred result. */
export function SpendTotals({ totals }: { totals: SpendSums }) {
  const { settled, starred } = totals
  const price = pricePerStarred(totals)
  return (
    <section className={styles.totals} aria-label={t('spend.totals')}>
      <dl className={styles.sums}>
        {AMOUNT_KINDS.filter((kind) => kind !== 'unconfirmed' || totals[kind].jobs > 0).map((kind) => {
          const { jobs, amount } = totals[kind]
          return (
            <div key={kind} className={classes(styles.sum, jobs === 0 && styles.none, styles[kind])}>
              <dt className={textStyles.label}>{t(`spend.${kind}`)}</dt>
              <dd className={classes(textStyles.title, styles.money)}>
                <Money nanoDollars={amount} />
              </dd>
              <dd className={classes(textStyles.note, styles.jobs)}>
                {t('spend.jobs', { count: jobs })}
                <span>{t(`spend.${kind}_text`)}</span>
              </dd>
              {kind === 'uncertain' && jobs > 0 && (
                <dd className={classes(textStyles.label, styles.actions)}>
                  <a href="#/queue">{t('spend.decide')}</a>
                </dd>
              )}
            </div>
          )
        })}
      </dl>
      {settled.jobs > 0 && (
        <p className={styles.footnote}>
          <Star aria-hidden />
          {price === null ? (
            t('spend.kept_none', { of: numberFormat.format(settled.jobs) })
          ) : (
            <>
              <b>{t('spend.kept', { count: starred, of: numberFormat.format(settled.jobs) })}</b> ·{' '}
              {t('spend.kept_price', { price: formatMoney(price) })}
            </>
          )}
        </p>
      )}
    </section>
  )
}
