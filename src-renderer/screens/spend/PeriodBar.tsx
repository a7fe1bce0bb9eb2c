import { useState } from 'react'
import type { Period, SpendReport } from '../../../src-preload/contract/types/spend.ts'
import { t } from '../../i18n/t.ts'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { PERIODS } from './model/spendView.ts'
import { periodName } from './model/dayNames.ts'
import screenStyles from '../../ui/layout/screen.module.css'
import textStyles from '../../ui/layout/text.module.css'
import fieldStyles from '../../ui/layout/field.module.css'
import styles from './Spend.module.css'

interface Props {
  period: Period
  report: SpendReport | undefined
  onPeriodChange: (period: Period) => void
}

const CHOICES = [...PERIODS, 'custom'] as const

/** Chooses the period of the report. */
export function PeriodBar({ period, report, onPeriodChange }: Props) {
  const custom = typeof period === 'object' ? period : null
  const today = report?.today ?? ''
  const pick = (choice: (typeof CHOICES)[number]) => {
    if (choice !== 'custom') onPeriodChange(choice)
    else onPeriodChange({ from: report?.from ?? today, to: report?.to ?? today })
  }
  return (
    <div className={screenStyles.bar}>
      <Segmented
        label={t('spend.period')}
        value={typeof period === 'string' ? period : 'custom'}
        options={CHOICES.map((value) => ({ value, label: t(`spend.${value}`) }))}
        onValueChange={pick}
      />
      {custom ? (
        <DayFields key={`${custom.from} ${custom.to}`} custom={custom} onPeriodChange={onPeriodChange} />
      ) : (
        report && <span className={textStyles.quiet}>{periodName(report.from, report.to)}</span>
      )}
    </div>
  )
}

/** The first and last day of a custom period. */
function DayFields({
  custom,
  onPeriodChange,
}: {
  custom: { from: string; to: string }
  onPeriodChange: Props['onPeriodChange']
}) {
  const [days, setDays] = useState(custom)
  const set = (change: Partial<typeof days>) => {
    const next = { ...days, ...change }
    setDays(next)
    if (next.from !== '' && next.to !== '' && next.from <= next.to) onPeriodChange(next)
  }
  return (
    <span className={styles.days}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className={textStyles.label}>
          {t(`spend.${end}`)}
          <input
            className={fieldStyles.control}
            type="date"
            value={days[end]}
            aria-invalid={days.from > days.to}
            onChange={(event) => set({ [end]: event.target.value })}
          />
        </label>
      ))}
    </span>
  )
}
