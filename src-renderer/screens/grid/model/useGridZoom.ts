import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { screenPixels } from '../../../widgets/results/image/screenPixels.ts'
import type { GridSheet } from './arrange.ts'
import {
  cellSize,
  clampScale,
  EDGE,
  firstScale,
  fitScale,
  GAP,
  type HeadSizes,
  headSizes,
  type Size,
} from './gridSizes.ts'

export interface GridZoom {
  /** 1 is a pixel of the images on a pixel of the screen. */
  scale: number
  heads: HeadSizes
  cell: Size
  fits: boolean
  /** By this factor, around the middle. */
  by: (factor: number) => void
  fit: () => void
  actual: () => void
}

const WHEEL = 0.0022
/** A pinch arrives as a wheel with the control key, in small steps. */
const PINCH = WHEEL * 4
const SMALL_STEP = 10
/** Wheels that tell lines, in px. */
const LINE = 32

interface Point {
  x: number
  y: number
}

/** How large cells are: begun with all in sight, zoomed with the control key and the wheel around the pointer. */
export function useGridZoom(
  ref: RefObject<HTMLElement | null>,
  { width, height }: Size,
  sheet: GridSheet,
  box: Size,
): GridZoom {
  const [own, setOwn] = useState<number | 'first' | 'fit'>('first')
  const held = useRef<{ cell: Point; point: Point }>(null)
  const pixels = screenPixels()
  const [columns, rows] = [sheet.columns.values.length, sheet.rows.values.length]
  const roomBeside = (heads: HeadSizes) => ({
    view: { width: Math.max(1, width - heads.width), height: Math.max(1, height - heads.height) },
    box,
    columns,
    rows,
    pixels,
  })
  const scaleBeside = (heads: HeadSizes): number => {
    const room = roomBeside(heads)
    return own === 'first' ? firstScale(room) : own === 'fit' ? fitScale(room) : clampScale(own, room)
  }
  // Headings are as high as their columns make them, and what fits beside them is known only then.
  const guess = headSizes(sheet, Number.POSITIVE_INFINITY, width)
  const heads = headSizes(sheet, cellSize(box, scaleBeside(guess), pixels).width, width)
  const scale = scaleBeside(heads)
  const cell = cellSize(box, scale, pixels)
  const room = roomBeside(heads)

  const zoomTo = (wanted: number, at?: Point) => {
    const element = ref.current
    const point = at ?? { x: (width + heads.width) / 2, y: (height + heads.height) / 2 }
    if (element)
      held.current = {
        cell: {
          x: (element.scrollLeft + point.x - heads.width - EDGE) / (cell.width + GAP),
          y: (element.scrollTop + point.y - heads.height - EDGE) / (cell.height + GAP),
        },
        point,
      }
    setOwn(clampScale(wanted, room))
  }
  // What was under the pointer stays there.
  useLayoutEffect(() => {
    const element = ref.current
    const kept = held.current
    held.current = null
    if (!element || !kept) return
    element.scrollLeft = kept.cell.x * (cell.width + GAP) - kept.point.x + heads.width + EDGE
    element.scrollTop = kept.cell.y * (cell.height + GAP) - kept.point.y + heads.height + EDGE
  }, [ref, cell.width, cell.height, heads.width, heads.height])

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const element = ref.current
    if (!element) return
    if (!event.ctrlKey && !event.metaKey) {
      // A single row of many has only one way to go.
      const alone = element.scrollHeight <= element.clientHeight && element.scrollWidth > element.clientWidth
      if (!alone || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return
      event.preventDefault()
      element.scrollLeft += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * LINE : event.deltaY
      return
    }
    event.preventDefault()
    const { left, top } = element.getBoundingClientRect()
    const speed = Math.abs(event.deltaY) < SMALL_STEP ? PINCH : WHEEL
    zoomTo(scale * Math.exp(-event.deltaY * speed), { x: event.clientX - left, y: event.clientY - top })
  })
  useEffect(() => {
    const element = ref.current
    // Wheel listeners of React are passive and cannot keep the page from zooming.
    const listener = (event: WheelEvent) => onWheel(event)
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [ref])
  return {
    scale,
    heads,
    cell,
    fits: scale <= fitScale(room) * 1.0001,
    by: (factor) => zoomTo(scale * factor),
    fit: () => setOwn('fit'),
    actual: () => zoomTo(1),
  }
}
