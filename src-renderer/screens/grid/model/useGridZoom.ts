import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { currentPixelRatio } from '../../../widgets/results/image/zoom.ts'
import type { GridSheet } from '../core/arrange.ts'
import {
  GridLayout,
  cellSize,
  clampScale,
  initialScale,
  fitScale,
  type HeadingSizes,
  headingSizes,
  type Size,
} from '../core/GridLayout.ts'

export interface GridZoom {
  /** Screen pixels per image pixel. */
  scale: number
  layout: GridLayout
  /** Whether all cells are in view. */
  isFitted: boolean
  /** Zooms by a factor around the middle. */
  zoomBy: (factor: number) => void
  zoomToFit: () => void
  /** Shows images at one screen pixel per image pixel. */
  zoomToActualSize: () => void
}

/** Zoom factor of one click on + or −. */
export const ZOOM_STEP = 1.4
/** Natural logarithm of the zoom factor per px of wheel movement: a notch of 100 px zooms by about a quarter. */
const WHEEL_SPEED = 0.0022
/** Browsers report a pinch as wheel events with the control key, in small steps. */
const PINCH_SPEED = WHEEL_SPEED * 4
/** Larger movements in px come from a mouse wheel instead of a pinch. */
const MAX_PINCH_DELTA = 10
/** Height of a line in px, for wheels that scroll by lines. */
const LINE_HEIGHT = 32

interface Point {
  x: number
  y: number
}

/** Zoom of the grid: at first all cells, or readable ones if there are too many. Ctrl+wheel zooms at the pointer. */
export function useGridZoom(
  ref: RefObject<HTMLElement | null>,
  { width, height }: Size,
  sheet: GridSheet,
  fullCellSize: Size,
): GridZoom {
  const [zoomState, setZoomState] = useState<number | 'initial' | 'fit'>('initial')
  /** The cell at a point of the view, which stays there when the scale changes. Fractions are positions within a cell. */
  const anchorRef = useRef<{ cell: Point; point: Point }>(null)
  const pixelRatio = currentPixelRatio()
  const [columns, rows] = [sheet.columns.values.length, sheet.rows.values.length]
  const areaWith = (headings: HeadingSizes) => ({
    view: { width: Math.max(1, width - headings.width), height: Math.max(1, height - headings.height) },
    fullCellSize,
    columns,
    rows,
    pixelRatio,
  })
  const scaleWith = (headings: HeadingSizes): number => {
    const area = areaWith(headings)
    return zoomState === 'initial'
      ? initialScale(area)
      : zoomState === 'fit'
        ? fitScale(area)
        : clampScale(zoomState, area)
  }
  // The headings depend on the cell size, which depends on the space left by the headings.
  const estimate = headingSizes(sheet, Number.POSITIVE_INFINITY, width)
  const headings = headingSizes(sheet, cellSize(fullCellSize, scaleWith(estimate), pixelRatio).width, width)
  const scale = scaleWith(headings)
  const cell = cellSize(fullCellSize, scale, pixelRatio)
  const layout = useGridLayout({ columns, rows, cell, headings })
  const area = areaWith(headings)

  const zoomTo = (requestedScale: number, pointer?: Point) => {
    const nextScale = clampScale(requestedScale, area)
    const element = ref.current
    const point = pointer ?? { x: (width + headings.width) / 2, y: (height + headings.height) / 2 }
    const nextCell = cellSize(fullCellSize, nextScale, pixelRatio)
    // If the layout doesn't change now, the anchor would be used by a later change.
    if (element && (nextCell.width !== cell.width || nextCell.height !== cell.height))
      anchorRef.current = {
        cell: {
          x: layout.columns.indexAt(element.scrollLeft + point.x),
          y: layout.rows.indexAt(element.scrollTop + point.y),
        },
        point,
      }
    setZoomState(nextScale)
  }
  // Keeps the cell under the pointer in place.
  useLayoutEffect(() => {
    const element = ref.current
    const anchor = anchorRef.current
    anchorRef.current = null
    if (!element || !anchor) return
    element.scrollLeft = layout.columns.offsetAt(anchor.cell.x) - anchor.point.x
    element.scrollTop = layout.rows.offsetAt(anchor.cell.y) - anchor.point.y
  }, [ref, layout])

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const element = ref.current
    if (!element) return
    if (!event.ctrlKey && !event.metaKey) {
      // The wheel scrolls a single row sideways.
      const isSingleRow =
        element.scrollHeight <= element.clientHeight && element.scrollWidth > element.clientWidth
      if (!isSingleRow || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      event.preventDefault()
      element.scrollLeft +=
        event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE_HEIGHT : event.deltaY
      return
    }
    event.preventDefault()
    const { left, top } = element.getBoundingClientRect()
    const speed = Math.abs(event.deltaY) < MAX_PINCH_DELTA ? PINCH_SPEED : WHEEL_SPEED
    zoomTo(scale * Math.exp(-event.deltaY * speed), { x: event.clientX - left, y: event.clientY - top })
  })
  useEffect(() => {
    const element = ref.current
    // React's wheel listeners are passive and can't prevent page zoom.
    const listener = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [ref])
  return {
    scale,
    layout,
    // The factor allows for rounding errors.
    isFitted: scale <= fitScale(area) * 1.0001,
    zoomBy: (factor) => zoomTo(scale * factor),
    zoomToFit: () => setZoomState('fit'),
    zoomToActualSize: () => zoomTo(1),
  }
}

/** The layout, which stays the same object until a size changes. */
function useGridLayout({
  columns,
  rows,
  cell,
  headings,
}: ConstructorParameters<typeof GridLayout>[0]): GridLayout {
  const { hasRotatedColumns } = headings
  return useMemo(
    () =>
      new GridLayout({
        columns,
        rows,
        cell: { width: cell.width, height: cell.height },
        headings: { width: headings.width, height: headings.height, hasRotatedColumns },
      }),
    [columns, rows, cell.width, cell.height, headings.width, headings.height, hasRotatedColumns],
  )
}
