import { type SubmitEvent, useState } from 'react'
import type { Budget } from '../../../src-preload/contract/types/budget.ts'
import { t } from '../../i18n/t.ts'
import { dollarsOf, readDollars } from '../../lib/dollars.ts'
import { shortMoney } from '../../../src-preload/shared/shortMoney.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { TextField } from '../../ui/fields/TextField.tsx'
import textStyles from '../../ui/layout/text.module.css'
import styles from './BudgetRow.module.css'

interface Props {
  label: string
  help: string
  /** Undefined without a limit. */
  budget: Budget | undefined
  /** Whether amounts add up; the limit per run has no sum. */
  running: boolean
  busy: boolean
  onCap: (cap: number | null) => void
}

/** A limit with its amount and use. */
export function BudgetRow({ label, help, budget, running, busy, onCap }: Props) {
  const kept = budget ? dollarsOf(budget.cap) : ''
  const [text, setText] = useState(kept)
  const [tried, setTried] = useState(false)
  const cap = text.trim() === '' ? null : readDollars(text)
  const changed = cap !== (budget?.cap ?? null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setTried(true)
    if (cap !== undefined && changed) onCap(cap)
  }
  return (
    <form className={styles.budget} onSubmit={submit} noValidate>
      <div className={styles.text}>
        <p>{label}</p>
        <p className={textStyles.note}>{help}</p>
        {budget && running && <Used budget={budget} />}
      </div>
      <div className={styles.cap}>
        <TextField
          label={t('settings.budget_cap')}
          aria-label={t('settings.budget_cap_of', { name: label })}
          value={text}
          onValueChange={setText}
          inputMode="decimal"
          before="$"
          placeholder={t('settings.budget_none')}
          error={tried && cap === undefined ? t('settings.budget_bad') : undefined}
        />
        <Button type="submit" disabled={busy || !changed}>
          {t(cap === null && budget ? 'settings.budget_remove' : 'settings.budget_set')}
        </Button>
      </div>
    </form>
  )
}

function Used({ budget: { used, held, cap, state } }: { budget: Budget }) {
  const part = (sum: number) => `${Math.min(100, (sum / cap) * 100)}%`
  return (
    <>
      <span className={styles.meter} aria-hidden>
        <span className={classes(styles.used, styles[state])} style={{ width: part(used) }} />
        <span
          className={classes(styles.held, styles[state])}
          style={{ width: part(Math.min(held, cap - used)) }}
        />
      </span>
      <p className={classes(textStyles.note, styles[state])}>
        {t('settings.budget_used', {
          used: shortMoney(used),
          held: shortMoney(held),
          left: shortMoney(Math.max(0, cap - used - held)),
        })}
        {state !== 'fine' && ` · ${t(`settings.budget_${state}`)}`}
      </p>
    </>
  )
}
