import { CircleCheck, CircleHelp, CirclePlus } from 'lucide-react'
import type { BalanceSpan } from '../../../../src-preload/contract/types/balance.ts'
import { t } from '../../../i18n/t.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { formatMoment } from '../../../lib/time.ts'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './SpanList.module.css'

/** Changes of the balance between readings, and what the ledger explains of them. */
export function SpanList({ spans }: { spans: readonly BalanceSpan[] }) {
  return (
    <ul className={styles.list}>
      {spans.map((span) => (
        <li key={span.to}>
          <Span span={span} />
        </li>
      ))}
    </ul>
  )
}

function Span({ span }: { span: BalanceSpan }) {
  const { fell, ledger, uncertain, unexplained, topUp, jobs, moreJobs, before, after, to } = span
  const Sign = unexplained !== 0 ? CircleHelp : topUp > 0 ? CirclePlus : CircleCheck
  const moved =
    fell > 0
      ? t('balance.fell', { amount: formatMoney(fell) })
      : fell < 0
        ? t('balance.rose', { amount: formatMoney(-fell) })
        : t('balance.still')
  const outputOf =
    uncertain > 0
      ? t('balance.ledger_uncertain', { amount: formatMoney(ledger), uncertain: formatMoney(uncertain) })
      : t('balance.ledger', { amount: formatMoney(ledger) })
  return (
    <details className={classes(styles.span, unexplained !== 0 && styles.odd)}>
      <summary>
        <Sign aria-hidden />
        <span className={styles.text}>
          <b>{moved}</b>; {outputOf}
          {span.open && <span className={textStyles.quiet}> · {t('balance.open')}</span>}
        </span>
        <span className={classes(textStyles.quiet, styles.verdict)}>{verdictOf(span)}</span>
        <time className={textStyles.quiet} dateTime={new Date(to).toISOString()}>
          {formatMoment(to)}
        </time>
      </summary>
      <div className={classes(textStyles.quiet, styles.more)}>
        <p>
          {t('balance.from_to', { before: formatMoney(before), after: formatMoney(after) })}
          {topUp > 0 && ` · ${t('balance.top_up', { amount: formatMoney(topUp) })}`}
        </p>
        {unexplained !== 0 && (
          <p>{t(unexplained > 0 ? 'balance.unexplained_words' : 'balance.unexplained_rise_words')}</p>
        )}
        {jobs.length > 0 && (
          <ul className={styles.jobs}>
            {jobs.map(({ id, title, amount, as }) => (
              <li key={id}>
                <span className={textStyles.truncate}>{title}</span>
                <span className={as === 'uncertain' ? styles.warn : textStyles.quiet}>
                  {t(`balance.as_${as}`)}
                </span>
                <span className={styles.amount}>{formatMoney(amount)}</span>
              </li>
            ))}
          </ul>
        )}
        {moreJobs > 0 && <p>{t('balance.more_jobs', { count: moreJobs })}</p>}
      </div>
    </details>
  )
}

function verdictOf({ unexplained, topUp }: BalanceSpan): string {
  if (unexplained !== 0) return t('balance.unexplained', { amount: formatMoney(Math.abs(unexplained)) })
  return topUp > 0 ? t('balance.top_up', { amount: formatMoney(topUp) }) : t('balance.explained')
}
