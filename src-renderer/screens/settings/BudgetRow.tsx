import { type SubmitEvent, useState } from 'react'
import type { Budget } from '../../../src-preload/contract/types/budget.ts'
import { t } from '../../i18n/t.ts'
import { dollarsOf, readDollars } from '../../lib/dollars.ts'
import { shortMoney } from '../../../src-preload/shared/shortMoney.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { TextField } from '../../ui/TextField.tsx'
import textStyles from '../../ui/text.module.css'
import styles from './BudgetRow.module.css'

interface Props {
  label: string
  help: string
  /** Undefined without a limit. */
  budget: Budget | undefined
  /** Whether amounts are added up; for the limit per run they are not. */
  hasSum: boolean
  busy: boolean
  onCap: (cap: number | null) => void
}

/** A limit with its amount and use. */
export function BudgetRow({ label, help, budget, hasSum, busy, onCap }: Props) {
  const initialText = budget ? dollarsOf(budget.cap) : ''
  const [text, setText] = useState(initialText)
  const [wasSubmitted, setSubmitted] = useState(false)
  const cap = text.trim() === '' ? null : readDollars(text)
  const hasChanged = cap !== (budget?.cap ?? null)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (cap !== undefined && hasChanged) onCap(cap)
  }
  return (
    <form className={styles.budget} onSubmit={submit} noValidate>
      <div className={styles.text}>
        <p>{label}</p>
        <p className={textStyles.note}>{help}</p>
        {budget && hasSum && <Usage budget={budget} />}
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
          error={wasSubmitted && cap === undefined ? t('settings.budget_bad') : undefined}
        />
        <Button type="submit" disabled={busy || !hasChanged}>
          {t(cap === null && budget ? 'settings.budget_remove' : 'settings.budget_set')}
        </Button>
      </div>
    </form>
  )
}

function Usage({ budget: { used, held, cap, state } }: { budget: Budget }) {
  const percentOfCap = (sum: number) => `${Math.min(100, (sum / cap) * 100)}%`
  return (
    <>
      <span className={styles.meter} aria-hidden>
        <span className={classes(styles.used, styles[state])} style={{ width: percentOfCap(used) }} />
        <span
          className={classes(styles.held, styles[state])}
          style={{ width: percentOfCap(Math.min(held, cap - used)) }}
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
