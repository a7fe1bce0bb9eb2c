import { type SubmitEvent, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { Balance } from '../../../src-preload/contract/types/balance.ts'
import type { Connection } from '../../../src-preload/contract/types/connection.ts'
import { useAct } from '../../host/useAct.ts'
import { useRoute } from '../../host/useRoute.ts'
import { t } from '../../i18n/t.ts'
import { shortMoney } from '../../../src-preload/shared/shortMoney.ts'
import { ago } from '../../lib/ago.ts'
import { dollarsOf, readDollars } from '../../lib/dollars.ts'
import { Button } from '../../ui/Button.tsx'
import { warningOf } from './balanceText.ts'
import { useNow } from '../../lib/useNow.ts'
import { classes } from '../../ui/classes.ts'
import fieldStyles from '../../ui/field.module.css'
import textStyles from '../../ui/text.module.css'
import styles from './BalanceSetting.module.css'
import { useLook } from './useLook.ts'

/** What the service of a connection tells of its balance, and below what to warn. */
export function BalanceSetting({ connection: { id, name } }: { connection: Connection }) {
  const { data: balance } = useRoute('balance.get', { connectionId: id })
  const now = useNow(false)
  useLook(id)
  if (!balance) return null
  const { balance: money, at, state } = balance
  if (money === null || at === null)
    return <p className={textStyles.note}>{state === 'untold' ? t('balance.untold') : ''}</p>
  const warning = warningOf(balance)
  return (
    <div className={styles.setting}>
      <p className={classes(textStyles.note, warning && styles.warned)} title={warning ?? undefined}>
        {t('balance.line', { balance: shortMoney(money) })}, {ago(at, now)}
        {state === 'unread' && `, ${t('balance.unread')}`}
      </p>
      <Low key={balance.low} balance={balance} name={name} />
    </div>
  )
}

function Low({ balance: { connectionId, low }, name }: { balance: Balance; name: string }) {
  const client = useQueryClient()
  const set = useAct('balance.warn_below', {
    onDone: (answer) => client.setQueryData(['balance.get', { connectionId }], answer),
  })
  const [text, setText] = useState(dollarsOf(low))
  const [tried, setTried] = useState(false)
  // Nothing, or zero: never warned.
  const wanted = /^(?:\$\s*)?0*(?:[.,]0*)?$/.test(text.trim()) ? 0 : readDollars(text)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (wanted !== undefined && wanted !== low) set.mutate({ connectionId, low: wanted })
  }
  const bad = tried && wanted === undefined
  return (
    <form className={classes(textStyles.note, styles.low)} onSubmit={submit} noValidate>
      <label>
        <span aria-hidden>{t('balance.warn_below')} $</span>
        <input
          className={fieldStyles.control}
          aria-label={t('balance.warn_below_of', { name })}
          inputMode="decimal"
          value={text}
          aria-invalid={bad}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      {wanted !== low && (
        <Button type="submit" size="small" disabled={set.isPending}>
          {t('balance.set')}
        </Button>
      )}
      {bad && <span role="alert">{t('balance.bad')}</span>}
    </form>
  )
}
