import { useCallback, useRef, useState } from 'react'
import type uPlot from 'uplot'
import { t } from '../../../i18n/t.ts'
import { formatMoney } from '../../../../src-preload/shared/formatMoney.ts'
import { shortMoney } from '../../../../src-preload/shared/shortMoney.ts'
import { nearestPoint } from '../../../widgets/results/embedding/nearestPoint.ts'
import { themeColour } from '../../../ui/themeColour.ts'
import { type PlotOptions, usePlot } from '../../../ui/usePlot.ts'
import { classes } from '../../../ui/classes.ts'
import panelStyles from '../../../ui/panel.module.css'
import styles from './PriceComparisonDialog.module.css'
import { lineColour, lineDash } from './model/comparisonColours.ts'
import type { PriceComparisonLine, PriceOption } from './model/comparisonLines.ts'

interface Props {
  lines: readonly PriceComparisonLine[]
  chosen: PriceOption | undefined
  onChoose: (option: PriceOption) => void
}

/** A point farther from the pointer than this is not meant, px. */
const REACH = 28
const DOT = 8

interface Near {
  option: PriceOption
  left: number
  top: number
}

/** The prices drawn; who does not see or point has the table. */
export function PriceComparisonPlot({ lines, chosen, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState<Near>()
  const make = useCallback(
    (): [PlotOptions, uPlot.AlignedData] => [optionsOf(lines, setNear), dataOf(lines, chosen)],
    [lines, chosen],
  )
  usePlot(box, make)
  return (
    <div
      role="img"
      aria-label={t('priceComparison.plot')}
      className={styles.plot}
      data-near={near !== undefined || undefined}
      onPointerUp={() => near && onChoose(near.option)}
    >
      <div ref={box} className={styles.canvas} />
      {near && (
        <span className={classes(panelStyles.tip, styles.tip)} style={{ left: near.left, top: near.top }}>
          {near.option.name}
          <b>{formatMoney(near.option.row?.price ?? 0)}</b>
        </span>
      )}
    </div>
  )
}

const dollars = ({ row }: PriceOption): number | null => (row?.price == null ? null : row.price / 1e9)

/** One more series holds the chosen point alone. */
const dataOf = (
  lines: readonly PriceComparisonLine[],
  chosen: PriceOption | undefined,
): uPlot.AlignedData => [
  (lines[0]?.options ?? []).map(({ x }) => x),
  ...lines.map(({ options }) => options.map(dollars)),
  (lines[0]?.options ?? []).map(({ x }) => (chosen && chosen.x === x ? dollars(chosen) : null)),
]

function optionsOf(
  lines: readonly PriceComparisonLine[],
  onNear: (near: Near | undefined) => void,
): PlotOptions {
  const [text, grid] = [themeColour('--text-3'), themeColour('--line')]
  const font = '11px Inter Variable, system-ui, sans-serif'
  const places = lines[0]?.options ?? []
  const xs = places.map(({ x }) => x)
  const [low, high] = [Math.min(...xs), Math.max(...xs)]
  const edge = (high - low || 1) * 0.06
  return {
    padding: [8, 12, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: false, range: () => [low - edge, high + edge] },
      y: { range: (_plot, _least, most) => [0, (most || 0.001) * 1.1] },
    },
    axes: [
      {
        stroke: text,
        font,
        size: 28,
        grid: { show: false },
        ticks: { stroke: grid, size: 4 },
        splits: () => xs,
        values: () => places.map(({ label }) => label),
      },
      {
        stroke: text,
        font,
        size: 76,
        grid: { stroke: grid, width: 1 },
        ticks: { show: false },
        values: (_plot, splits) => splits.map((split) => shortMoney(Math.round(split * 1e9))),
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
          points: { show: true, size: DOT, width: 0, fill: stroke, stroke },
        }
      }),
      {
        paths: () => null,
        points: { show: true, size: DOT + 8, width: 2, fill: 'transparent', stroke: themeColour('--text') },
      },
    ],
    hooks: {
      setCursor: [
        (plot) => {
          const { left = -1, top = -1 } = plot.cursor
          if (left < 0) return onNear(undefined)
          const points = lines.flatMap(({ options }) =>
            options.flatMap((option) => {
              const price = dollars(option)
              return price === null
                ? []
                : [{ option, x: plot.valToPos(option.x, 'x'), y: plot.valToPos(price, 'y') }]
            }),
          )
          const found = points[nearestPoint(points, { x: left, y: top }, REACH)]
          // The tip stands in the box, the point in the part of it that is drawn in.
          const { offsetLeft, offsetTop } = plot.over
          onNear(found && { option: found.option, left: found.x + offsetLeft, top: found.y + offsetTop })
        },
      ],
    },
  }
}
