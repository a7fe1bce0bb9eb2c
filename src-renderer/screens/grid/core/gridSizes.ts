import type { GridJob } from '../../../../src-preload/contract/types/grid.ts'
import type { GridSheet } from '../model/arrange.ts'

export interface Size {
  width: number
  height: number
}

/** Space between cells in px. */
export const GAP = 6
/** Space around all cells in px. */
export const EDGE = 12
/** Minimum useful width of a cell. */
const MIN_READABLE_WIDTH = 56
const COMFORTABLE_WIDTH = 128
/** Comfortable size of cells in a single row or column. */
const COMFORTABLE_SINGLE_LINE_WIDTH = 220
/** Maximum number of visible cells, so that no zoom renders thousands of images. */
const MAX_VISIBLE_CELLS = 600
const MIN_SIDE = 18
const MAX_SCALE = 4

/** Default sizes by kind of result. */
const KIND_SIZES: Record<string, Size> = {
  audio: { width: 448, height: 320 },
  text: { width: 480, height: 320 },
  embedding: { width: 320, height: 240 },
}
const DEFAULT_SIZE: Size = { width: 512, height: 512 }

/** The size of one cell at scale 1: each image of the sweep fits into it. */
export function cellBox(jobs: readonly GridJob[]): Size {
  let [width, height] = [0, 0]
  for (const job of jobs) {
    const kindSize = job.asset && KIND_SIZES[job.asset.kind]
    const size = kindSize ?? {
      width: job.asset?.width ?? job.width ?? 0,
      height: job.asset?.height ?? job.height ?? 0,
    }
    width = Math.max(width, size.width)
    height = Math.max(height, size.height)
  }
  return width > 0 && height > 0 ? { width, height } : DEFAULT_SIZE
}

/** The view without headings, and what it shows. */
interface GridArea {
  view: Size
  box: Size
  columns: number
  rows: number
  /** Screen pixels per px: at scale 1 an image is shown pixel for pixel. */
  pixelRatio: number
}

/** The scale at which `count` cells with this side at scale 1 fill a length. */
const scaleFor = (length: number, count: number, side: number): number =>
  (length - 2 * EDGE + GAP) / count / side - GAP / side

const minScale = ({ view, box, pixelRatio }: GridArea): number => {
  const byCount = Math.sqrt((view.width * view.height) / MAX_VISIBLE_CELLS / (box.width * box.height))
  const bySide = MIN_SIDE / Math.min(box.width, box.height)
  return Math.max(byCount, bySide) * pixelRatio
}

/** The scale at which all cells are in view, within the limits. */
export function fitScale(area: GridArea): number {
  const { view, box, columns, rows, pixelRatio } = area
  const whole =
    Math.min(scaleFor(view.width, columns, box.width), scaleFor(view.height, rows, box.height)) * pixelRatio
  return clampScale(Math.min(whole, 1), area)
}

/** The initial scale: all cells, or readable ones if there are too many. */
export function initialScale(area: GridArea): number {
  const fit = fitScale(area)
  const { box, pixelRatio, columns, rows } = area
  if ((box.width * fit) / pixelRatio >= MIN_READABLE_WIDTH) return fit
  const side = columns === 1 || rows === 1 ? COMFORTABLE_SINGLE_LINE_WIDTH : COMFORTABLE_WIDTH
  return clampScale((side / box.width) * pixelRatio, area)
}

export const clampScale = (scale: number, area: GridArea): number =>
  Math.min(MAX_SCALE, Math.max(minScale(area), scale))

/** A cell in px. */
export const cellSize = (box: Size, scale: number, pixelRatio: number): Size => ({
  width: Math.max(1, Math.round((box.width * scale) / pixelRatio)),
  height: Math.max(1, Math.round((box.height * scale) / pixelRatio)),
})

export interface HeadingSizes {
  /** Width of the row headings; 0 without them. */
  width: number
  /** Height of the column headings; 0 without them. */
  height: number
  /** Whether the column headings are rotated, because the columns are too narrow. */
  hasRotatedColumns: boolean
}

const CHARACTER_WIDTH = 7.2
const PADDING = 20
/** Height of the line with the name of a single axis. */
const AXIS_NAME_HEIGHT = 16

interface Widths {
  /** Of the longest heading, in characters. */
  longest: number
  /** Of the longest part that can't be broken. */
  unbreakable: number
}

const measured = new WeakMap<readonly string[], Widths>()

/** Widths of headings, cached because they are needed on each scroll. */
function widthsOf(text: readonly string[]): Widths {
  const cached = measured.get(text)
  if (cached) return cached
  const widths = {
    longest: longest(text),
    unbreakable: longest(text.flatMap((part) => part.split(/[\s-]+/u))),
  }
  measured.set(text, widths)
  return widths
}

const longest = (text: readonly string[]): number =>
  text.reduce((max, heading) => Math.max(max, widthInCharacters(heading)), 0)

/** Width of a text in average characters; digits are wider. */
const widthInCharacters = (text: string): number => text.length + (text.match(/\d/gu)?.length ?? 0) * 0.12

/** Sizes of the headings by their text and the cells. */
export function headingSizes(
  { columns, rows }: Pick<GridSheet, 'columns' | 'rows'>,
  cellWidth: number,
  viewWidth: number,
): HeadingSizes {
  const { longest: longestColumn, unbreakable } = widthsOf(columns.shortValues)
  const isWide = longestColumn * CHARACTER_WIDTH + PADDING > cellWidth
  const hasRotatedColumns =
    isWide && (cellWidth < 72 || (cellWidth < 120 && unbreakable * CHARACTER_WIDTH + 8 > cellWidth))
  const width =
    Math.max(widthsOf(rows.shortValues).longest, Math.min(14, rows.name.length + 2)) * CHARACTER_WIDTH +
    PADDING
  const columnHeadingLinesHeight = hasRotatedColumns
    ? Math.round(Math.min(132, longestColumn * CHARACTER_WIDTH + PADDING))
    : isWide
      ? 52
      : 36
  return {
    width: rows.name === '' ? 0 : Math.round(Math.min(width, Math.max(88, viewWidth * 0.22), 220)),
    height:
      columns.name === ''
        ? rows.name === ''
          ? 0
          : 28
        : columnHeadingLinesHeight + (rows.name === '' ? AXIS_NAME_HEIGHT : 0),
    hasRotatedColumns,
  }
}
