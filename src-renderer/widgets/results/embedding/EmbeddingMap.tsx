import { type KeyboardEvent, useCallback, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { hasModifier } from '../../../lib/keys.ts'
import { t } from '../../../i18n/t.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import panelStyles from '../../../ui/layout/panel.module.css'
import { nearestPoint, pointTowards } from './nearestPoint.ts'
import { type PlotOptions, usePlot, themeColour } from '../../../ui/usePlot.ts'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { call } from '../../../host/call.ts'
import type { PlaneResponse, PlaneRequest } from '../../../workers/plane.worker.ts'
import styles from './EmbeddingViewer.module.css'

/** Points farther than this from the pointer, in pixels, are not focused. */
const MAX_DISTANCE_PX = 24
/** Diameters of a point and of the point of the shown embedding, in pixels. */
const DOT_SIZE_PX = 7
const OWN_DOT_SIZE_PX = 12
/** A map of fewer points would be meaningless. */
const MIN_POINTS = 3

interface Props {
  id: string
  /** Identifies the map: embeddings of the same model and dimension are comparable and share one. */
  mapKey: string
  onOpen: (id: string) => void
}

/** Saved embeddings of the same model as a 2D map: similar ones are close. The arrow keys move from point to point. */
export function EmbeddingMap({ id, mapKey, onOpen }: Props) {
  const { data, error } = useEmbeddingMap(id, mapKey)
  if (error && !data) return <p className={textStyles.note}>{t('media.map_failed')}</p>
  if (!data) return <Skeleton height={280} />
  if (data.length < MIN_POINTS) return <p className={textStyles.note}>{t('media.map_few')}</p>
  return (
    <>
      <Plot points={data} id={id} onOpen={onOpen} />
      {data.length >= MAX_POINTS && (
        <p className={textStyles.note}>{t('media.map_most', { count: data.length })}</p>
      )}
    </>
  )
}

function Plot({ points, id, onOpen }: Omit<Props, 'mapKey'> & { points: readonly MapPoint[] }) {
  const box = useRef<HTMLDivElement>(null)
  const sorted = useMemo(() => points.toSorted((a, b) => a.x - b.x), [points])
  const ownIndex = sorted.findIndex((point) => point.id === id)
  const [focusedIndex, setFocusedIndex] = useState(-1)
  const nameOf = (point: MapPoint) =>
    point.id === id ? t('media.map_this') : point.title || t('gallery.untitled')
  const makePlot = useCallback(
    (): [PlotOptions, uPlot.AlignedData] => [
      plotOptions(sorted, setFocusedIndex),
      [
        sorted.map(({ x }) => x),
        sorted.map((point, index) => (index === ownIndex ? null : point.y)),
        sorted.map((point, index) => (index === ownIndex ? point.y : null)),
      ],
    ],
    [sorted, ownIndex],
  )
  usePlot(box, makePlot)
  const focused = sorted[focusedIndex]
  const onKeyDown = (event: KeyboardEvent) => {
    if (hasModifier(event)) return
    if (event.key === 'Enter' && focused) onOpen(focused.id)
    else if (event.key.startsWith('Arrow')) {
      setFocusedIndex(
        pointTowards(sorted, focusedIndex === -1 ? Math.max(0, ownIndex) : focusedIndex, event.key),
      )
    } else if (event.key === 'Home' && ownIndex !== -1) {
      setFocusedIndex(ownIndex)
    } else return
    event.preventDefault()
  }
  return (
    // The map has its own focus: the arrow keys move it, Enter opens the focused result.
    <div
      role="application"
      aria-label={t('media.map_label', { count: sorted.length })}
      tabIndex={0}
      className={styles.map}
      onKeyDown={onKeyDown}
      onClick={() => focused && focused.id !== id && onOpen(focused.id)}
    >
      <div ref={box} className={styles.plot} />
      {focused && (
        <>
          <span className={styles.focusedPoint} style={pointStyle(focused)} />
          <span
            dir="auto"
            className={classes(panelStyles.tip, textStyles.truncate, styles.tip)}
            style={pointStyle(focused)}
          >
            {nameOf(focused)}
          </span>
        </>
      )}
      <output className={textStyles.hidden}>{focused && nameOf(focused)}</output>
    </div>
  )
}

/** The plot shows coordinates from minus this to this. Those of the points are at most 1, so there is a margin. */
const HALF_EXTENT = 1.12

/** CSS position of a point and its tooltip. */
const pointStyle = ({ x, y }: MapPoint) => {
  const [left, top] = [(x + HALF_EXTENT) / (2 * HALF_EXTENT), (HALF_EXTENT - y) / (2 * HALF_EXTENT)]
  // Shifts the tooltip inwards near the left and right edges, and puts it below its point near the top.
  const tipShift = { '--tip-x': `${-left * 100}%`, '--tip-y': top < 0.15 ? '12px' : 'calc(-100% - 12px)' }
  return { left: `${left * 100}%`, top: `${top * 100}%`, ...tipShift }
}

function plotOptions(points: readonly MapPoint[], onHover: (focusedIndex: number) => void): PlotOptions {
  const range = (): uPlot.Range.MinMax => [-HALF_EXTENT, HALF_EXTENT]
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
    series: [
      {},
      dots(themeColour('--line-hover'), DOT_SIZE_PX),
      dots(themeColour('--accent'), OWN_DOT_SIZE_PX),
    ],
    hooks: {
      setCursor: [
        (plot) => {
          const { left = -1, top = -1 } = plot.cursor
          if (left < 0) return onHover(-1)
          const positions = points.map(({ x, y }) => ({ x: plot.valToPos(x, 'x'), y: plot.valToPos(y, 'y') }))
          onHover(nearestPoint(positions, { x: left, y: top }, MAX_DISTANCE_PX))
        },
      ],
    },
  }
}

/** Maximum number of points: more can't be distinguished on screen. */
const MAX_POINTS = 5000
/** Points per request. */
const PAGE_SIZE = 250

interface MapPoint {
  id: string
  title: string
  x: number
  y: number
}

type Page = RouteOutput<'library.embeddings'>

/** 2D positions of all embeddings comparable with `id`, read page by page and laid out in a worker. */
function useEmbeddingMap(id: string, mapKey: string): UseQueryResult<MapPoint[]> {
  return useQuery({
    queryKey: ['library.embeddings', mapKey],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<MapPoint[]> => {
      const pages: Page[] = []
      for (let before: string | null = null, read = 0; read < MAX_POINTS; read += PAGE_SIZE) {
        const page: Page = await call('library.embeddings', { id, before, limit: PAGE_SIZE })
        signal.throwIfAborted()
        pages.push(page)
        before = page.next
        if (before === null) break
      }
      const points = pages.flatMap((page) => page.points)
      if (points.length === 0) return []
      const request = { dimension: pages[0]?.dimension ?? 0, pages: pages.map(({ vectors }) => vectors) }
      const positions = await computeLayout(request, signal)
      return points.map((point, index) => ({
        ...point,
        x: positions[2 * index] ?? 0,
        y: positions[2 * index + 1] ?? 0,
      }))
    },
  })
}

/** Computes the 2D layout of vectors in a worker, so that the window stays responsive. */
function computeLayout(request: PlaneRequest, signal: AbortSignal): Promise<Float32Array> {
  const worker = new Worker(new URL('../../../workers/plane.worker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<Float32Array>()
  worker.addEventListener('message', ({ data }: MessageEvent<PlaneResponse>) => resolve(data.positions))
  worker.addEventListener('error', () => reject(new Error('The map worker failed')))
  signal.addEventListener('abort', () => reject(new Error('The map was closed')))
  worker.postMessage(request, [])
  return promise.finally(() => worker.terminate())
}
