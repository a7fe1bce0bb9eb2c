import { type SubmitEvent, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Balance } from '../../../../src-preload/contract/types/balance.ts'
import type { Connection } from '../../../../src-preload/contract/types/connection.ts'
import { useApiMutation } from '../../../host/useApiMutation.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { t } from '../../../i18n/t.ts'
import { dollarDigits, formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { formatAgo, useNow } from '../../../lib/format/time.ts'
import { foldNumberText } from '../../../../src-preload/shared/numbers/readNumber.ts'
import { parseDollars } from '../../../lib/format/dollars.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { balanceWarning, useBalancePolling } from '../../../widgets/useBalance.ts'
import { useEditedAmount } from '../useEditedAmount.ts'
import { classes } from '../../../ui/classes.ts'
import fieldStyles from '../../../ui/layout/field.module.css'
import textStyles from '../../../ui/layout/text.module.css'
import styles from './BalanceSetting.module.css'

/** The balance of a connection, and the amount below which Easel warns. */
export function BalanceSetting({ connection: { id, name } }: { connection: Connection }) {
  const { data: balance, isFetched } = useApiQuery('balance.get', { connectionId: id })
  const now = useNow({ isTicking: false })
  useBalancePolling(id)
  // Its place is reserved, so that the buttons below don't move.
  if (!balance) return isFetched ? null : <div className={styles.setting} />
  const { balance: amount, at, state } = balance
  if (amount === null || at === null)
    return state === 'unsupported' ? <p className={textStyles.note}>{t('balance.unsupported')}</p> : null
  const warning = balanceWarning(balance)
  return (
    <div className={styles.setting}>
      <p className={classes(textStyles.note, warning && styles.warned)} title={warning ?? undefined}>
        {t('balance.line', { balance: formatMoney(amount) })}, {formatAgo(at, now)}
        {state === 'failed' && `, ${t('balance.unread')}`}
      </p>
      <WarningThreshold balance={balance} name={name} />
    </div>
  )
}

/** The amount below which Easel warns, in dollars, with a button to change it. */
function WarningThreshold({
  balance: { connectionId, warnBelow },
  name,
}: {
  balance: Balance
  name: string
}) {
  const client = useQueryClient()
  const set = useApiMutation('balance.warn_below', {
    onDone: (balance) => client.setQueryData(['balance.get', { connectionId }], balance),
  })
  const { text, wasSubmitted, setText, markSubmitted } = useEditedAmount(dollarDigits(warnBelow))
  const input = useRef<HTMLInputElement>(null)
  // An empty field or zero disables the warning.
  const threshold = /^(?:\$\s*)?0*(?:[.,]0*)?$/.test(foldNumberText(text).trim()) ? 0 : parseDollars(text)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    markSubmitted()
    // The button disappears once the amount is saved.
    input.current?.focus()
    if (threshold !== undefined && threshold !== warnBelow) set.mutate({ connectionId, warnBelow: threshold })
  }
  const isInvalid = wasSubmitted && threshold === undefined
  return (
    <form className={classes(textStyles.note, styles.low)} onSubmit={submit} noValidate>
      <label>
        <span aria-hidden>{t('balance.warn_below')} $</span>
        <input
          dir="auto"
          ref={input}
          className={fieldStyles.control}
          aria-label={t('balance.warn_below_of', { name })}
          inputMode="decimal"
          value={text}
          aria-invalid={isInvalid}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {threshold !== warnBelow && (
        <Button type="submit" size="small" disabled={set.isPending}>
          {t('balance.set')}
        </Button>
      )}
      {isInvalid && <span role="alert">{t('balance.invalid_amount')}</span>}
    </form>
  )
}
