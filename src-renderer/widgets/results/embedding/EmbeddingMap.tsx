import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import { t } from '../../../i18n/t.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/text.module.css'
import panelStyles from '../../../ui/panel.module.css'
import styles from './EmbeddingViewer.module.css'
import { nearestPoint, pointTowards } from './nearestPoint.ts'
import { type PlotOptions, usePlot } from '../../../ui/usePlot.ts'
import { themeColour } from '../../../ui/themeColour.ts'
import { type MapPoint, MAX_POINTS, useMap } from './useMap.ts'

/** A point farther from the pointer than this is not meant, in pixels. */
const REACH = 24
const DOT = 7
const FEWEST = 3

interface Props {
  id: string
  /** What is compared with it: one model's vectors of one dimension. */
  model: string
  onOpen: (id: string) => void
}

/** Saved embeddings of the same model in the plane: near means alike. The arrows walk from point to point. */
export function EmbeddingMap({ id, model, onOpen }: Props) {
  const { data, error } = useMap(id, model)
  if (error) return <p className={textStyles.note}>{t('media.map_failed')}</p>
  if (!data) return <Skeleton height={280} />
  if (data.length < FEWEST) return <p className={textStyles.note}>{t('media.map_few')}</p>
  return (
    <>
      <Plot points={data} id={id} onOpen={onOpen} />
      {data.length >= MAX_POINTS && (
        <p className={textStyles.note}>{t('media.map_most', { count: data.length })}</p>
      )}
    </>
  )
}

function Plot({ points, id, onOpen }: Omit<Props, 'model'> & { points: readonly MapPoint[] }) {
  const box = useRef<HTMLDivElement>(null)
  const placed = useMemo(() => points.toSorted((a, b) => a.x - b.x), [points])
  const own = placed.findIndex((point) => point.id === id)
  const [at, setAt] = useState(-1)
  const hover = useRef(setAt)
  const make = useCallback(
    (): [PlotOptions, uPlot.AlignedData] => [
      optionsOf(placed, (point) => hover.current(point)),
      [
        placed.map(({ x }) => x),
        placed.map((point, index) => (index === own ? null : point.y)),
        placed.map((point, index) => (index === own ? point.y : null)),
      ],
    ],
    [placed, own],
  )
  usePlot(box, make)
  const focused = placed[at]
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && focused) onOpen(focused.id)
    else if (event.key.startsWith('Arrow')) {
      setAt(pointTowards(placed, at === -1 ? Math.max(0, own) : at, event.key))
    } else if (event.key === 'Home' && own !== -1) {
      setAt(own)
    } else return
    event.preventDefault()
  }
  return (
    // It is an image with a pointer of its own: the arrows move it, Enter opens what it is on.
    <div
      role="application"
      aria-label={t('media.map_label', { count: placed.length })}
      tabIndex={0}
      className={styles.map}
      onKeyDown={onKeyDown}
      onClick={() => focused && focused.id !== id && onOpen(focused.id)}
    >
      <div ref={box} className={styles.plot} />
      {focused && (
        <>
          <span className={styles.spot} style={spotOf(focused)} />
          <span className={classes(panelStyles.tip, textStyles.cut, styles.tip)} style={spotOf(focused)}>
            {focused.id === id ? t('media.map_this') : focused.title || t('gallery.untitled')}
          </span>
        </>
      )}
      <output className={textStyles.hidden}>{focused?.title}</output>
    </div>
  )
}

/** Room around the outermost points, in the map's own measure. */
const EDGE = 1.12
const spotOf = ({ x, y }: MapPoint) => {
  const [left, top] = [(x + EDGE) / (2 * EDGE), (EDGE - y) / (2 * EDGE)]
  // Words beside a point near the edge lean inwards, and hang below one near the top.
  const lean = { '--lean': `${-left * 100}%`, '--rise': top < 0.15 ? '12px' : 'calc(-100% - 12px)' }
  return { left: `${left * 100}%`, top: `${top * 100}%`, ...lean }
}

function optionsOf(points: readonly MapPoint[], onHover: (at: number) => void): PlotOptions {
  const range = (): uPlot.Range.MinMax => [-EDGE, EDGE]
  const dots = (stroke: string, size: number): uPlot.Series => ({
    paths: () => null,
    points: { show: true, size, width: 0, fill: stroke, stroke },
  })
  return {
    padding: [0, 0, 0, 0],
    legend: { show: false },
    scales: { x: { time: false, range }, y: { range } },
    axes: [{ show: false }, { show: false }],
    cursor: { x: false, y: false, drag: { setScale: false }, points: { show: false } },
    series: [{}, dots(themeColour('--line-hover'), DOT), dots(themeColour('--accent'), DOT + 5)],
    hooks: {
      setCursor: [
        (plot) => {
          const { left = -1, top = -1 } = plot.cursor
          if (left < 0) return onHover(-1)
          const places = points.map(({ x, y }) => ({ x: plot.valToPos(x, 'x'), y: plot.valToPos(y, 'y') }))
          onHover(nearestPoint(places, { x: left, y: top }, REACH))
        },
      ],
    },
  }
}
