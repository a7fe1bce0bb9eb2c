import { useCallback, useRef } from 'react'
import uPlot from 'uplot'
import { t } from '../../../i18n/t.ts'
import styles from './EmbeddingViewer.module.css'
import { themeColour } from '../../../ui/themeColour.ts'
import { type PlotOptions, usePlot } from '../../../ui/usePlot.ts'

/** The first values of a vector as bars. */
export function ValuesPlot({ values }: { values: readonly number[] }) {
  const box = useRef<HTMLDivElement>(null)
  const makePlot = useCallback(
    (): [PlotOptions, uPlot.AlignedData] => [optionsOf(), dataOf(values)],
    [values],
  )
  usePlot(box, makePlot)
  return (
    <div
      ref={box}
      role="img"
      aria-label={t('media.values_label', { count: values.length })}
      className={styles.values}
    />
  )
}

const dataOf = (values: readonly number[]): uPlot.AlignedData => [values.map((_, at) => at), [...values]]

function optionsOf(): PlotOptions {
  const bars = uPlot.paths.bars
  const fill = themeColour('--accent')
  return {
    padding: [8, 0, 8, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: false, range: (_, min, max) => [min - 0.6, max + 0.6] } },
    axes: [
      { show: false },
      {
        size: 44,
        stroke: themeColour('--text-3'),
        font: '11px Inter Variable, sans-serif',
        grid: { stroke: themeColour('--line'), width: 1 },
        ticks: { show: false },
      },
    ],
    series: [
      {},
      {
        fill,
        stroke: fill,
        width: 0,
        points: { show: false },
        ...(bars ? { paths: bars({ size: [0.7, 100] }) } : {}),
      },
    ],
  }
}
