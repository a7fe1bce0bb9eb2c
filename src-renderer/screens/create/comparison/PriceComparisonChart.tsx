import { useCallback, useRef, useState } from 'react'
import uPlot from 'uplot'
import { t } from '../../../i18n/t.ts'
import { formatMoney, NANO_PER_DOLLAR } from '../../../../src-preload/shared/formatMoney.ts'
import { nearestPoint } from '../../../widgets/results/embedding/nearestPoint.ts'
import { themeColour, type PlotOptions, usePlot } from '../../../ui/usePlot.ts'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import panelStyles from '../../../ui/layout/panel.module.css'
import {
  lineColour,
  lineDash,
  type PriceComparisonLine,
  type PriceOption,
  noPriceReason,
  parametersText,
} from './comparisonLines.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { Money } from '../../../ui/Money.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import styles from './PriceComparisonDialog.module.css'

interface Props {
  lines: readonly PriceComparisonLine[]
  chosen: PriceOption | undefined
  onChoose: (option: PriceOption) => void
}

/** Points farther than this from the pointer are not highlighted. */
const MAX_DISTANCE_PX = 28
/** Diameter of a point, in pixels. The ring around the chosen one has twice this diameter. */
const DOT_SIZE_PX = 8

/** The point under the pointer, with its position in the chart in pixels. */
interface HoveredPoint {
  option: PriceOption
  left: number
  top: number
}

/** Line chart of the prices; `PriceComparisonTable` is its accessible alternative. */
export function PriceComparisonChart({ lines, chosen, onChoose }: Props) {
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

/** Prices are plotted in dollars, because uPlot picks better ticks for small numbers. */
const priceInDollars = ({ row }: PriceOption): number | null =>
  row?.price == null ? null : row.price / NANO_PER_DOLLAR

/** The x positions, the prices of each line, and a last series with only the chosen point. */
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
  // Room at both ends, so that the first and the last point aren't cut.
  const margin = (high - low || 1) * 0.06
  return {
    padding: [8, 12, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: false, range: () => [low - margin, high + margin] },
      // Starts at zero, so that heights are proportional to prices, and leaves room above the highest point.
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
        values: (_plot, splits) =>
          splits.map((dollars) => formatMoney(Math.round(dollars * NANO_PER_DOLLAR))),
      },
    ],
    cursor: { x: false, y: false, drag: { setScale: false }, points: { show: false } },
    series: [
      {},
      ...lines.map(({ modelIndex, sizeIndex }): uPlot.Series => {
        const stroke = lineColour(modelIndex)
        return {
          stroke,
          width: 2,
          dash: lineDash(sizeIndex),
          spanGaps: true,
          points: { show: true, size: DOT_SIZE_PX, width: 0, fill: stroke, stroke },
        }
      }),
      {
        paths: () => null,
        points: {
          show: true,
          size: 2 * DOT_SIZE_PX,
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
          const nearest = points[nearestPoint(points, { x: left, y: top }, MAX_DISTANCE_PX)]
          // The tooltip is positioned in the chart, the point in its plotting area.
          const { offsetLeft, offsetTop } = plot.over
          onHover(
            nearest && { option: nearest.option, left: nearest.x + offsetLeft, top: nearest.y + offsetTop },
          )
        },
      ],
    },
  }
}

interface PriceComparisonTableProps {
  form: Form
  lines: readonly PriceComparisonLine[]
  /** Label of the compared parameter. */
  columnLabel: string
  /** Name of the chosen combination. */
  chosenName: string | undefined
  onChoose: (option: PriceOption) => void
}

/** The prices as a table, for the keyboard and screen readers. */
export function PriceComparisonTable({
  form,
  lines,
  columnLabel,
  chosenName,
  onChoose,
}: PriceComparisonTableProps) {
  const columns = lines[0]?.options ?? []
  return (
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={t('priceComparison.table')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{columnLabel}</th>
            {columns.map(({ label }, index) => (
              <th key={index} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, index) => {
            const [onlyOption, second] = line.options
            return (
              <tr key={index}>
                <th scope="row">
                  {second && (
                    <svg className={styles.lineKey} viewBox="0 0 20 8" aria-hidden>
                      <line
                        x1="0"
                        x2="20"
                        y1="4"
                        y2="4"
                        stroke={lineColour(line.modelIndex)}
                        strokeWidth="2"
                        strokeDasharray={lineDash(line.sizeIndex).join(' ')}
                      />
                    </svg>
                  )}
                  {line.label}
                  {onlyOption && !second && (
                    <span className={textStyles.note}>{parametersText(form, onlyOption)}</span>
                  )}
                </th>
                {line.options.map((option) => (
                  <td key={option.label}>
                    <Cell
                      form={form}
                      option={option}
                      isChosen={option.name === chosenName}
                      onChoose={onChoose}
                    />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps {
  form: Form
  option: PriceOption
  isChosen: boolean
  onChoose: (option: PriceOption) => void
}

function Cell({ form, option, isChosen, onChoose }: CellProps) {
  const price = option.row?.price ?? null
  if (price !== null)
    return (
      <button
        type="button"
        className={classes(styles.cellPrice, isChosen && styles.chosenPrice)}
        aria-pressed={isChosen}
        onClick={() => onChoose(option)}
      >
        <Money nanoDollars={price} isInColumn />
      </button>
    )
  const reason = noPriceReason(form, option)
  if (reason === undefined)
    return (
      <span className={styles.noPrice}>
        <span aria-hidden>{t('priceComparison.not_checked_sign')}</span>
        <VisuallyHidden>{t('priceComparison.not_checked')}</VisuallyHidden>
      </span>
    )
  const isInvalid = (option.row?.issues.length ?? 0) > 0
  return (
    <span className={isInvalid ? styles.invalidPrice : styles.noPrice} title={reason}>
      {t(isInvalid ? 'priceComparison.over' : 'priceComparison.no_price')}
      <VisuallyHidden>. {reason}</VisuallyHidden>
    </span>
  )
}
