import { useCallback, useRef, useState } from 'react'
import uPlot from 'uplot'
import type { SpendReport } from '../../../src-preload/contract/types/spend.ts'
import { formatMoney, NANO_PER_DOLLAR } from '../../../src-preload/shared/formatMoney.ts'
import { themeColour, type PlotOptions, usePlot } from '../../ui/usePlot.ts'
import { dayName, monthName, shortName } from './spendView.ts'
import { classes } from '../../ui/classes.ts'
import panelStyles from '../../ui/layout/panel.module.css'
import styles from './PlotCard.module.css'

interface Props {
  plot: SpendReport['plot']
  series: readonly { key: string; label: string; colour: string }[]
  label: string
}

/** The hovered bar, its distance from the left of the plot, and the width of the plot, in px. */
interface HoveredBar {
  index: number
  left: number
  width: number
}

const AXIS_FONT = '11px Inter Variable, sans-serif'
/** Space in px that the tooltip needs beside the pointer. Closer to the right edge, it is on the left of the pointer. */
const TOOLTIP_SPACE = 280

/** Stacked bars per day or month, with a tooltip. */
export function StackedPlot({ plot, series, label }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState<HoveredBar | null>(null)
  const colours = series.map(({ colour }) => colour).join(' ')
  const makePlot = useCallback(
    (): [PlotOptions, uPlot.AlignedData] => [
      plotOptions(plot, colours.split(' '), setHovered),
      plotData(plot),
    ],
    [plot, colours],
  )
  usePlot(box, makePlot)
  const point = hovered && plot.points[hovered.index]
  const isNearRightEdge = hovered !== null && hovered.left > hovered.width - TOOLTIP_SPACE
  return (
    <div className={styles.plot}>
      <div ref={box} role="img" aria-label={label} className={styles.plot} />
      {point && hovered && (
        <div
          className={classes(panelStyles.tip, styles.tip)}
          aria-hidden
          style={
            isNearRightEdge
              ? { right: `calc(100% - ${hovered.left - 8}px)`, top: 8 }
              : { left: hovered.left + 16, top: 8 }
          }
        >
          <b>{(plot.unit === 'day' ? dayName : monthName)(point.day)}</b>
          {series.map(({ key, label }, index) => {
            const amount = point.amounts[index] ?? 0
            return amount > 0 ? (
              <span key={key}>
                <i>{label}</i> {formatMoney(amount)}
              </span>
            ) : null
          })}
          {point.amounts.every((amount) => amount === 0) && <span>{formatMoney(0)}</span>}
        </div>
      )}
    </div>
  )
}

const plotData = ({ points }: Props['plot']): uPlot.AlignedData => [
  points.map((_, index) => index),
  ...stackSeries(points.map(({ amounts }) => amounts)).map((sums) =>
    sums.map((sum) => sum / NANO_PER_DOLLAR),
  ),
]

function plotOptions(
  { points, unit }: Props['plot'],
  colours: readonly string[],
  onHover: (bar: HoveredBar | null) => void,
): PlotOptions {
  const bars = uPlot.paths.bars
  const text = { stroke: themeColour('--text-3'), font: AXIS_FONT, ticks: { show: false } }
  return {
    padding: [8, 4, 0, 0],
    legend: { show: false },
    cursor: { y: false, x: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      // From just before the first bar to just after the last one.
      x: { time: false, range: () => [-0.6, points.length - 0.4] },
      // Some space above the tallest bar.
      y: { range: (_, __, max) => [0, max > 0 ? max * 1.05 : 1] },
    },
    axes: [
      {
        ...text,
        size: 20,
        gap: 4,
        grid: { show: false },
        space: 64,
        // Bars from one label to the next.
        incrs: [1, 2, 5, 7, 14, 30, 61, 122, 366],
        values: (_, splits) =>
          splits.map((at) => {
            const point = Number.isInteger(at) ? points[at] : undefined
            return point ? shortName(point.day, unit) : ''
          }),
      },
      {
        ...text,
        size: 64,
        grid: { stroke: themeColour('--line'), width: 1 },
        values: (_, splits) => splits.map((dollars) => formatMoney(Math.round(dollars * NANO_PER_DOLLAR))),
      },
    ],
    // Drawn from the tallest sum down, so that each series covers the rest.
    series: [
      {},
      ...colours.toReversed().map((colour) => ({
        fill: themeColour(colour),
        stroke: themeColour(colour),
        width: 0,
        points: { show: false },
        // Bars take 72% of their space, and at most 46 px.
        ...(bars ? { paths: bars({ size: [0.72, 46], radius: 0 }) } : {}),
      })),
    ],
    hooks: {
      setCursor: [
        ({ cursor, bbox, width }) => {
          const left = (cursor.left ?? 0) + bbox.left / devicePixelRatio
          onHover(typeof cursor.idx === 'number' ? { index: cursor.idx, left, width } : null)
        },
      ],
    },
  }
}

/** Cumulative sums of the series, from the full stack down to the first series. */
export function stackSeries(points: readonly (readonly number[])[]): number[][] {
  const series = points[0]?.length ?? 0
  return Array.from({ length: series }, (_, covered) =>
    points.map((amounts) => amounts.slice(0, series - covered).reduce((sum, amount) => sum + amount, 0)),
  )
}
