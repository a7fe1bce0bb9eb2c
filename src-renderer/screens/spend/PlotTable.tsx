import type { SpendReport } from '../../../src-preload/contract/types/spend.ts'
import { t } from '../../i18n/t.ts'
import { Money } from '../../ui/Money.tsx'
import { dayName, monthName } from './model/dayNames.ts'
import figures from './Spend.module.css'
import styles from './PlotCard.module.css'

interface Props {
  plot: SpendReport['plot']
  series: readonly { label: string; isUsed: boolean }[]
}

/** The numbers of the plot, newest first, without empty days. */
export function PlotTable({ plot, series }: Props) {
  const used = series.map((one, index) => ({ ...one, index })).filter(({ isUsed }) => isUsed)
  const rows = plot.points.filter(({ amounts }) => amounts.some((amount) => amount > 0)).reverse()
  const name = plot.unit === 'day' ? dayName : monthName
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t(`spend.plot_by_${plot.unit}`)}>
      <table className={figures.table}>
        <thead>
          <tr>
            <th scope="col">{t('spend.day')}</th>
            {used.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            {used.length > 1 && <th scope="col">{t('spend.sum')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, amounts }) => (
            <tr key={day}>
              <th scope="row">{name(day)}</th>
              {used.map(({ label, index }) => (
                <Amount key={label} amount={amounts[index] ?? 0} />
              ))}
              {used.length > 1 && <Amount amount={amounts.reduce((sum, amount) => sum + amount, 0)} />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Amount({ amount }: { amount: number }) {
  return amount === 0 ? (
    <td className={figures.nil}>–</td>
  ) : (
    <td>
      <Money nano={amount} />
    </td>
  )
}
