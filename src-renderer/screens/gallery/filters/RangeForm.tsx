import { type SubmitEvent, useId, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import fieldStyles from '../../../ui/layout/field.module.css'
import type { RangeCondition, RangeField } from '../../../widgets/library/libraryFilter.ts'
import { boundInput, readRangeInputs } from './ranges.ts'
import styles from './filters.module.css'

interface Props {
  field: RangeField
  /** The range that is being changed; undefined for a new one. */
  condition: RangeCondition | undefined
  is: boolean
  onApply: (condition: RangeCondition) => void
}

/** The bounds of a range; an empty input is no bound. */
export function RangeForm({ field, condition, is, onApply }: Props) {
  const [from, setFrom] = useState(boundInput(field, condition?.min ?? null))
  const [to, setTo] = useState(boundInput(field, condition?.period ? null : (condition?.max ?? null)))
  const [isBad, setBad] = useState(false)
  const errorId = useId()
  const hasUnit = field === 'price' || field === 'duration' || field === 'size' || field === 'pixels'
  const labels = hasUnit
    ? [t(`filters.${field}_from`), t(`filters.${field}_to`)]
    : [t('filters.from'), t('filters.to')]
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const range = readRangeInputs(field, [from, to], is)
    setBad(range === undefined)
    if (range) onApply(range)
  }
  const input =
    field === 'date'
      ? { type: 'date' }
      : { inputMode: 'decimal' as const, autoComplete: 'off', maxLength: 20 }
  return (
    <form className={styles.range} aria-label={t('filters.custom')} onSubmit={submit} noValidate>
      <TextField
        {...input}
        label={labels[0] ?? ''}
        value={from}
        onValueChange={setFrom}
        aria-describedby={isBad ? errorId : undefined}
      />
      <TextField
        {...input}
        label={labels[1] ?? ''}
        value={to}
        onValueChange={setTo}
        aria-describedby={isBad ? errorId : undefined}
      />
      <Button type="submit" disabled={from.trim() === '' && to.trim() === ''}>
        {t('filters.apply')}
      </Button>
      {isBad && (
        <p id={errorId} className={fieldStyles.error} role="alert">
          {t(field === 'date' ? 'filters.dates_bad' : 'filters.range_bad')}
        </p>
      )}
    </form>
  )
}
