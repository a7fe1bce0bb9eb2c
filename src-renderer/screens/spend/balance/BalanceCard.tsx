import { useState } from 'react'
import { ChevronDown, TriangleAlert } from 'lucide-react'
import type { Balance } from '../../../../src-preload/contract/types/balance.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { shortMoney } from '../../../../src-preload/shared/shortMoney.ts'
import { ago } from '../../../lib/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { useNow } from '../../../lib/useNow.ts'
import textStyles from '../../../ui/text.module.css'
import panelStyles from '../../../ui/panel.module.css'
import noteStyles from '../../../ui/note.module.css'
import styles from './BalanceCard.module.css'
import { warningOf } from '../../../widgets/balance/balanceText.ts'
import { SpanList } from './SpanList.tsx'
import { useBalance } from '../../../widgets/balance/useBalance.ts'
import { useBalancePolling } from '../../../widgets/balance/useBalancePolling.ts'

/** The balance, whether it suffices for the queue, and its changes compared with the ledger. */
export function BalanceCard() {
  const { connection, balance } = useBalance()
  const [open, setOpen] = useState(false)
  useBalancePolling(connection?.id)
  if (!connection || !balance) return null
  const warning = warningOf(balance)
  return (
    <section className={classes(panelStyles.panel, warning && styles.warned)} aria-label={t('balance.title')}>
      <div className={classes(panelStyles.head, styles.head)}>
        <h2>{t('balance.title')}</h2>
        <Told balance={balance} />
        <span className={classes(textStyles.quiet, styles.of)}>{connection.name}</span>
        {balance.balance !== null && (
          <Button
            size="small"
            variant="quiet"
            aria-expanded={open}
            icon={<ChevronDown aria-hidden className={open ? styles.turned : undefined} />}
            onClick={() => setOpen(!open)}
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
      {open && <Spans connectionId={connection.id} />}
    </section>
  )
}

function Told({ balance: { state, balance, at } }: { balance: Balance }) {
  const now = useNow(at !== null)
  if (balance === null || at === null)
    return (
      <span className={textStyles.quiet}>{t(state === 'untold' ? 'balance.untold' : 'balance.unasked')}</span>
    )
  return (
    <span className={styles.told}>
      <b className={textStyles.title}>{shortMoney(balance)}</b>
      <span className={textStyles.quiet}>
        {t('balance.read', { ago: ago(at, now) })}
        {state === 'unread' && ` · ${t('balance.unread')}`}
      </span>
    </span>
  )
}

function Spans({ connectionId }: { connectionId: string }) {
  const { data } = useApiQuery('balance.spans', { connectionId }, { staleTime: 0 })
  if (!data) return null
  return (
    <div className={styles.spans}>
      <p className={textStyles.quiet}>
        {data.spans.length > 0 ? t('balance.spans_words') : t('balance.spans_none')}
      </p>
      <SpanList spans={data.spans} />
    </div>
  )
}
