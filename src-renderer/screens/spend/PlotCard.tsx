import { lazy, Suspense, useState } from 'react'
import type { SpendReport, SpendBy } from '../../../src-preload/contract/types/spend.ts'
import { t } from '../../i18n/t.ts'
import { shortMoney } from '../../../src-preload/shared/shortMoney.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { dayName, monthName } from './model/dayNames.ts'
import { rowLabel } from './model/rowLabel.ts'
import { classes } from '../../ui/classes.ts'
import panelStyles from '../../ui/layout/panel.module.css'
import textStyles from '../../ui/layout/text.module.css'
import styles from './PlotCard.module.css'
import { PlotTable } from './PlotTable.tsx'

const StackedPlot = lazy(async () => ({ default: (await import('./StackedPlot.tsx')).StackedPlot }))

/** Accepted amounts per day, as stacked bars or as a table. */
export function PlotCard({ report: { plot, by } }: { report: SpendReport }) {
  const [table, setTable] = useState(false)
  const sums = plot.points.map(({ amounts }) => amounts.reduce((sum, amount) => sum + amount, 0))
  const most = Math.max(0, ...sums)
  const day = plot.points[sums.indexOf(most)]?.day
  if (day === undefined) return null
  const count = plot.points.length
  const text =
    plot.unit === 'day'
      ? t('spend.plot_words', { count, most: shortMoney(most), day: dayName(day) })
      : t('spend.plot_months', { count, most: shortMoney(most), day: monthName(day) })
  // Series without an amount in the period are not in the legend.
  const series = plot.series.map((one, index) => ({
    label: by === 'day' ? t(`spend.${kindOf(one.key)}`) : rowLabel(by, one),
    colour: seriesColour(by, index, one.key),
    isUsed: plot.points.some(({ amounts }) => (amounts[index] ?? 0) > 0),
  }))
  return (
    <section className={panelStyles.panel} aria-label={t(`spend.plot_by_${plot.unit}`)}>
      <header className={classes(panelStyles.head, styles.head)}>
        <h2>{t(`spend.plot_by_${plot.unit}`)}</h2>
        <ul className={classes(textStyles.label, styles.legend)}>
          {series
            .filter(({ isUsed }) => isUsed)
            .map(({ label, colour }) => (
              <li key={label}>
                <span style={{ background: `var(${colour})` }} aria-hidden />
                {label}
              </li>
            ))}
        </ul>
        <Button size="small" variant="quiet" onClick={() => setTable(!table)}>
          {t(table ? 'spend.as_bars' : 'spend.as_table')}
        </Button>
      </header>
      {table ? (
        <PlotTable plot={plot} series={series} />
      ) : (
        <Suspense fallback={<Skeleton height={220} />}>
          <StackedPlot plot={plot} series={series} label={t('spend.plot', { words: text })} />
        </Suspense>
      )}
    </section>
  )
}

const kindOf = (key: string | null) =>
  key === 'running' || key === 'uncertain' || key === 'quoted' ? key : 'settled'

const OWN = ['--plot-1', '--plot-2', '--plot-3', '--plot-4', '--plot-5'] as const
const KINDS: Record<string, string> = {
  settled: '--plot-1',
  running: '--plot-running',
  uncertain: '--plot-3',
  quoted: '--plot-others',
}

/** CSS custom property of a series' color; each kind of sum has the same color everywhere. */
function seriesColour(by: SpendBy, index: number, key: string | null): string {
  if (by === 'day') return KINDS[key ?? ''] ?? '--plot-others'
  return key === null ? '--plot-others' : (OWN[index] ?? '--plot-others')
}
