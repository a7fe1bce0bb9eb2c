import { useCallback, useRef, useState } from 'react'
import type uPlot from 'uplot'
import { t } from '../../../i18n/t.ts'
import { formatMoney, formatShortMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { nearestPoint } from '../../../widgets/results/embedding/nearestPoint.ts'
import { themeColour, type PlotOptions, usePlot } from '../../../ui/usePlot.ts'
import { classes } from '../../../ui/classes.ts'
import panelStyles from '../../../ui/layout/panel.module.css'
import { lineColour, lineDash, type PriceComparisonLine, type PriceOption } from './comparisonLines.ts'
import styles from './PriceComparisonDialog.module.css'

interface Props {
  lines: readonly PriceComparisonLine[]
  chosen: PriceOption | undefined
  onChoose: (option: PriceOption) => void
}

/** Points farther than this from the pointer, in px, are not selected. */
const MAX_DISTANCE = 28
const DOT_SIZE = 8

interface HoveredPoint {
  option: PriceOption
  left: number
  top: number
}

/** Plot of the prices, with a table as the accessible alternative. */
export function PriceComparisonPlot({ lines, chosen, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState<HoveredPoint>()
  const makePlot = useCallback(
    (): [PlotOptions, uPlot.AlignedData] => [plotOptions(lines, setHovered), plotData(lines, chosen)],
    [lines, chosen],
  )
  usePlot(box, makePlot)
  return (
    <div
      role="img"
      aria-label={t('priceComparison.plot')}
      className={styles.plot}
      data-hovered={hovered !== undefined || undefined}
      onPointerUp={() => hovered && onChoose(hovered.option)}
    >
      <div ref={box} className={styles.canvas} />
      {hovered && (
        <span
          className={classes(panelStyles.tip, styles.tip)}
          style={{ left: hovered.left, top: hovered.top }}
        >
          {hovered.option.name}
          <b>{formatMoney(hovered.option.row?.price ?? 0)}</b>
        </span>
      )}
    </div>
  )
}

const priceInDollars = ({ row }: PriceOption): number | null => (row?.price == null ? null : row.price / 1e9)

/** The last series contains only the chosen point. */
const plotData = (
  lines: readonly PriceComparisonLine[],
  chosen: PriceOption | undefined,
): uPlot.AlignedData => [
  (lines[0]?.options ?? []).map(({ x }) => x),
  ...lines.map(({ options }) => options.map(priceInDollars)),
  (lines[0]?.options ?? []).map(({ x }) => (chosen && chosen.x === x ? priceInDollars(chosen) : null)),
]

function plotOptions(
  lines: readonly PriceComparisonLine[],
  onHover: (hovered: HoveredPoint | undefined) => void,
): PlotOptions {
  const [text, grid] = [themeColour('--text-3'), themeColour('--line')]
  const font = '11px Inter Variable, system-ui, sans-serif'
  const options = lines[0]?.options ?? []
  const xs = options.map(({ x }) => x)
  const [low, high] = [Math.min(...xs), Math.max(...xs)]
  const margin = (high - low || 1) * 0.06
  return {
    padding: [8, 12, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: false, range: () => [low - margin, high + margin] },
      y: { range: (_plot, _min, max) => [0, (max || 0.001) * 1.1] },
    },
    axes: [
      {
        stroke: text,
        font,
        size: 28,
        grid: { show: false },
        ticks: { stroke: grid, size: 4 },
        splits: () => xs,
        values: () => options.map(({ label }) => label),
      },
      {
        stroke: text,
        font,
        size: 76,
        grid: { stroke: grid, width: 1 },
        ticks: { show: false },
        values: (_plot, splits) => splits.map((split) => formatShortMoney(Math.round(split * 1e9))),
      },
    ],
    cursor: { x: false, y: false, drag: { setScale: false }, points: { show: false } },
    series: [
      {},
      ...lines.map(({ model, size }): uPlot.Series => {
        const stroke = lineColour(model)
        return {
          stroke,
          width: 2,
          dash: lineDash(size),
          spanGaps: true,
          points: { show: true, size: DOT_SIZE, width: 0, fill: stroke, stroke },
        }
      }),
      {
        paths: () => null,
        points: {
          show: true,
          size: DOT_SIZE + 8,
          width: 2,
          fill: 'transparent',
          stroke: themeColour('--text'),
        },
      },
    ],
    hooks: {
      setCursor: [
        (plot) => {
          const { left = -1, top = -1 } = plot.cursor
          if (left < 0) return onHover(undefined)
          const points = lines.flatMap(({ options }) =>
            options.flatMap((option) => {
              const price = priceInDollars(option)
              return price === null
                ? []
                : [{ option, x: plot.valToPos(option.x, 'x'), y: plot.valToPos(price, 'y') }]
            }),
          )
          const nearest = points[nearestPoint(points, { x: left, y: top }, MAX_DISTANCE)]
          // The tooltip is positioned in the box, the point in its drawing area.
          const { offsetLeft, offsetTop } = plot.over
          onHover(
            nearest && { option: nearest.option, left: nearest.x + offsetLeft, top: nearest.y + offsetTop },
          )
        },
      ],
    },
  }
}
