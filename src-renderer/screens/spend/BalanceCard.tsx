import { useState } from 'react'
import { ChevronDown, TriangleAlert, CircleCheck, CircleHelp, CirclePlus } from 'lucide-react'
import type { Balance, BalanceSpan } from '../../../src-preload/contract/types/balance.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { Money } from '../../ui/Money.tsx'
import { formatAgo, formatDateTime, useNow } from '../../lib/format/time.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { LoadFailure } from '../../widgets/LoadFailure.tsx'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/layout/text.module.css'
import panelStyles from '../../ui/layout/panel.module.css'
import noteStyles from '../../ui/layout/note.module.css'
import { balanceWarning, useBalance, useBalancePolling } from '../../widgets/useBalance.ts'
import styles from './BalanceCard.module.css'
import spanStyles from './SpanList.module.css'

/** The balance, a warning if it is low, and its changes compared with the ledger. */
export function BalanceCard() {
  const { connection, balance } = useBalance()
  const [isOpen, setOpen] = useState(false)
  useBalancePolling(connection?.id)
  if (!connection || !balance) return null
  const warning = balanceWarning(balance)
  return (
    <section className={classes(panelStyles.panel, warning && styles.warned)} aria-label={t('balance.title')}>
      <div className={classes(panelStyles.head, styles.head)}>
        <h2>{t('balance.title')}</h2>
        <BalanceAmount balance={balance} />
        <span dir="auto" className={classes(textStyles.quiet, styles.connection)}>
          {connection.name}
        </span>
        {balance.balance !== null && (
          <Button
            size="small"
            variant="quiet"
            aria-expanded={isOpen}
            icon={<ChevronDown aria-hidden className={isOpen ? styles.isOpen : undefined} />}
            onClick={() => setOpen(!isOpen)}
          >
            {t('balance.spans')}
          </Button>
        )}
      </div>
      {warning && (
        <p className={classes(noteStyles.note, noteStyles.warn, styles.warning)}>
          <TriangleAlert aria-hidden />
          <span>
            <b>{warning}</b> {t('balance.next')}
          </span>
        </p>
      )}
      {isOpen && <BalanceChanges connectionId={connection.id} />}
    </section>
  )
}

/** The balance and when it was read, or why it is unknown. */
function BalanceAmount({ balance: { state, balance, at } }: { balance: Balance }) {
  const now = useNow({ isTicking: at !== null })
  if (balance === null || at === null)
    return (
      <span className={textStyles.quiet}>
        {t(state === 'unsupported' ? 'balance.unsupported' : 'balance.unchecked')}
      </span>
    )
  return (
    <span className={styles.amount}>
      <b className={textStyles.title}>
        <Money nanoDollars={balance} />
      </b>
      <span className={textStyles.quiet}>
        {t('balance.read', { ago: formatAgo(at, now) })}
        {state === 'failed' && ` · ${t('balance.unread')}`}
      </span>
    </span>
  )
}

/** Changes of the balance between readings, compared with the ledger. */
function BalanceChanges({ connectionId }: { connectionId: string }) {
  const { data, error, refetch } = useApiQuery('balance.spans', { connectionId }, { staleTime: 0 })
  if (!data)
    return error ? (
      <LoadFailure error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={64} className={styles.spans} />
    )
  return (
    <div className={styles.spans}>
      <p className={textStyles.quiet}>
        {data.spans.length > 0 ? t('balance.spans_text') : t('balance.spans_none')}
      </p>
      <ul className={spanStyles.list}>
        {data.spans.map((span) => (
          <li key={span.to}>
            <BalanceChange span={span} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function BalanceChange({ span }: { span: BalanceSpan }) {
  const { decrease, expectedDecrease, uncertain, unexplained, topUp, jobs, moreJobs, before, after, to } =
    span
  const Icon = unexplained !== 0 ? CircleHelp : topUp > 0 ? CirclePlus : CircleCheck
  const changeText =
    decrease > 0
      ? t('balance.fell', { amount: formatMoney(decrease) })
      : decrease < 0
        ? t('balance.rose', { amount: formatMoney(-decrease) })
        : t('balance.still')
  const ledgerText =
    uncertain > 0
      ? t('balance.ledger_uncertain', {
          amount: formatMoney(expectedDecrease),
          uncertain: formatMoney(uncertain),
        })
      : t('balance.ledger', { amount: formatMoney(expectedDecrease) })
  return (
    <details className={classes(spanStyles.span, unexplained !== 0 && spanStyles.unexplained)}>
      <summary>
        <Icon aria-hidden />
        <span className={spanStyles.text}>
          <b>{changeText}</b>; {ledgerText}
          {span.hasRunningJobs && <span className={textStyles.quiet}> · {t('balance.open')}</span>}
        </span>
        <span className={classes(textStyles.quiet, spanStyles.explanation)}>{explanation(span)}</span>
        <time className={textStyles.quiet} dateTime={new Date(to).toISOString()}>
          {formatDateTime(to)}
        </time>
      </summary>
      <div className={classes(textStyles.quiet, spanStyles.more)}>
        <p>
          {t('balance.from_to', { before: formatMoney(before), after: formatMoney(after) })}
          {topUp > 0 && ` · ${t('balance.top_up', { amount: formatMoney(topUp) })}`}
        </p>
        {unexplained !== 0 && (
          <p>{t(unexplained > 0 ? 'balance.unexplained_text' : 'balance.unexplained_rise_text')}</p>
        )}
        {jobs.length > 0 && (
          <ul className={spanStyles.jobs}>
            {jobs.map(({ id, title, amount, outcome }) => (
              <li key={id}>
                <span dir="auto" className={textStyles.truncate}>
                  {title}
                </span>
                <span className={outcome === 'uncertain' ? spanStyles.warn : textStyles.quiet}>
                  {t(`balance.as_${outcome}`)}
                </span>
                <span className={spanStyles.amount}>{formatMoney(amount)}</span>
              </li>
            ))}
          </ul>
        )}
        {moreJobs > 0 && <p>{t('balance.more_jobs', { count: moreJobs })}</p>}
      </div>
    </details>
  )
}

function explanation({ unexplained, topUp }: BalanceSpan): string {
  if (unexplained !== 0) return t('balance.unexplained', { amount: formatMoney(Math.abs(unexplained)) })
  return topUp > 0 ? t('balance.top_up', { amount: formatMoney(topUp) }) : t('balance.explained')
}
