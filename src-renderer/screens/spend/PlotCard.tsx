import { lazy, Suspense, useState } from 'react'
import type { SpendReport, SpendBy } from '../../../src-preload/contract/types/spend.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { dayName, monthName, rowLabel } from './spendView.ts'
import { classes } from '../../ui/classes.ts'
import panelStyles from '../../ui/layout/panel.module.css'
import textStyles from '../../ui/layout/text.module.css'
import { Money } from '../../ui/Money.tsx'
import styles from './PlotCard.module.css'
import spendStyles from './Spend.module.css'

const StackedPlot = lazy(async () => ({ default: (await import('./StackedPlot.tsx')).StackedPlot }))

/** The amounts per day or month, as stacked bars or as a table. */
export function PlotCard({ report: { plot, by } }: { report: SpendReport }) {
  const [isTable, setTable] = useState(false)
  const sums = plot.points.map(({ amounts }) => amounts.reduce((sum, amount) => sum + amount, 0))
  const max = Math.max(0, ...sums)
  const day = plot.points[sums.indexOf(max)]?.day
  if (day === undefined) return null
  const count = plot.points.length
  const text =
    plot.unit === 'day'
      ? t('spend.plot_text', { count, max: formatMoney(max), day: dayName(day) })
      : t('spend.plot_months', { count, max: formatMoney(max), day: monthName(day) })
  // The legend leaves out series without an amount in the period.
  const series = plot.series.map((item, index) => ({
    key: item.key ?? 'others',
    label: by === 'day' ? t(`spend.${sumKind(item.key)}`) : rowLabel(by, item),
    colour: seriesColour(by, index, item.key),
    isUsed: plot.points.some(({ amounts }) => (amounts[index] ?? 0) > 0),
  }))
  return (
    <section className={panelStyles.panel} aria-label={t(`spend.plot_by_${plot.unit}`)}>
      <header className={classes(panelStyles.head, styles.head)}>
        <h2>{t(`spend.plot_by_${plot.unit}`)}</h2>
        <ul className={classes(textStyles.label, styles.legend)}>
          {series
            .filter(({ isUsed }) => isUsed)
            .map(({ key, label, colour }) => (
              <li key={key}>
                <span style={{ background: `var(${colour})` }} aria-hidden />
                {label}
              </li>
            ))}
        </ul>
        <Button size="small" variant="quiet" onClick={() => setTable(!isTable)}>
          {t(isTable ? 'spend.as_bars' : 'spend.as_table')}
        </Button>
      </header>
      {isTable ? (
        <PlotTable plot={plot} series={series} />
      ) : (
        <Suspense fallback={<Skeleton height={220} />}>
          <StackedPlot plot={plot} series={series} label={t('spend.plot', { text })} />
        </Suspense>
      )}
    </section>
  )
}

/** The kind of the sums in a series of the report by day. */
const sumKind = (key: string | null) =>
  key === 'running' || key === 'uncertain' || key === 'quoted' ? key : 'completed'

const SERIES_COLOURS = ['--plot-1', '--plot-2', '--plot-3', '--plot-4', '--plot-5'] as const
const KIND_COLOURS: Record<string, string> = {
  completed: '--plot-1',
  running: '--plot-running',
  uncertain: '--plot-3',
  quoted: '--plot-others',
}

/** CSS custom property of a series' colour; each kind of sum has the same colour everywhere. */
function seriesColour(by: SpendBy, index: number, key: string | null): string {
  if (by === 'day') return KIND_COLOURS[key ?? ''] ?? '--plot-others'
  return key === null ? '--plot-others' : (SERIES_COLOURS[index] ?? '--plot-others')
}

interface PlotTableProps {
  plot: SpendReport['plot']
  series: readonly { key: string; label: string; isUsed: boolean }[]
}

/** The numbers of the plot, newest first, without empty days or months. */
function PlotTable({ plot, series }: PlotTableProps) {
  const used = series.map((item, index) => ({ ...item, index })).filter(({ isUsed }) => isUsed)
  const rows = plot.points.filter(({ amounts }) => amounts.some((amount) => amount > 0)).reverse()
  const name = plot.unit === 'day' ? dayName : monthName
  return (
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={t(`spend.plot_by_${plot.unit}`)}>
      <table className={spendStyles.table}>
        <thead>
          <tr>
            <th scope="col">{t(plot.unit === 'day' ? 'spend.day' : 'spend.plot_month')}</th>
            {used.map(({ key, label }) => (
              <th key={key} scope="col">
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
              {used.map(({ key, index }) => (
                <Amount key={key} amount={amounts[index] ?? 0} />
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
    <td className={spendStyles.nil}>–</td>
  ) : (
    <td>
      <Money nanoDollars={amount} isInColumn />
    </td>
  )
}
