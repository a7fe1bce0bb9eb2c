import { offsetToReveal, UniformAxis } from '../../../lib/virtualList.ts'
import type { GridJob } from '../../../../src-preload/contract/types/grid.ts'
import type { GridSheet } from './arrange.ts'

export type Cell = readonly [column: number, row: number]

interface Options {
  columns: number
  rows: number
  cell: Size
  headings: HeadingSizes
}

interface View extends Size {
  left: number
  top: number
}

/** Cells rendered beyond the edge in each direction. */
const OVERSCAN = 1

/** Positions of the cells of a table with sticky headings, in px of the scrolled content. */
export class GridLayout {
  readonly columns: UniformAxis
  readonly rows: UniformAxis
  readonly cell: Size
  readonly headings: HeadingSizes

  constructor({ columns, rows, cell, headings }: Options) {
    const axis = (count: number, size: number, heading: number) =>
      new UniformAxis({ count, size, gap: GAP, before: heading + EDGE, after: EDGE })
    this.columns = axis(columns, cell.width, headings.width)
    this.rows = axis(rows, cell.height, headings.height)
    this.cell = cell
    this.headings = headings
  }

  /** Columns and rows in view and a few around them. The headings cover the start of the view. */
  range({ left, top, width, height }: View) {
    return {
      columns: this.columns.range(left + this.headings.width, left + width, OVERSCAN),
      rows: this.rows.range(top + this.headings.height, top + height, OVERSCAN),
    }
  }

  /** The scroll offsets closest to the current ones at which a cell is in view, clear of the headings. */
  offsetsToReveal([column, row]: Cell, { left, top, width, height }: View): { left: number; top: number } {
    const reveal = (axis: UniformAxis, index: number, heading: number, offset: number, length: number) => {
      const start = axis.offsetAt(index)
      return offsetToReveal(
        { start: offset, end: offset + length },
        { start: start - heading - EDGE, end: start + axis.size + EDGE },
      )
    }
    return {
      left: reveal(this.columns, column, this.headings.width, left, width),
      top: reveal(this.rows, row, this.headings.height, top, height),
    }
  }

  /** Number of complete rows in a view of this height. */
  rowsIn(viewHeight: number): number {
    return this.rows.countIn(viewHeight - this.headings.height)
  }
}

export interface Size {
  width: number
  height: number
}

/** Space between cells in px. */
export const GAP = 6
/** Space around the cells as a whole, in px. */
export const EDGE = 12
/** Widths of a cell in px: the smallest recognizable one, and a comfortable one. */
const MIN_READABLE_WIDTH = 56
const COMFORTABLE_WIDTH = 128
/** Comfortable width in px of cells in a single row or column. */
const COMFORTABLE_SINGLE_LINE_WIDTH = 220
/** Maximum number of visible cells, so that no zoom renders thousands of images. */
const MAX_VISIBLE_CELLS = 600
/** The shortest side of a cell in px. */
const MIN_SIDE = 18
/** At a larger scale, an image would only show its pixels. */
const MAX_SCALE = 4

/** Size in px of a cell by the kind of its result, for kinds without a size of their own. */
const KIND_SIZES: Record<string, Size> = {
  audio: { width: 448, height: 320 },
  text: { width: 480, height: 320 },
  embedding: { width: 320, height: 240 },
}
const DEFAULT_SIZE: Size = { width: 512, height: 512 }

/** The size of a cell at scale 1, into which each image of the grid fits. */
export function fullCellSizeOf(jobs: readonly GridJob[]): Size {
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

/** The view without headings, and the cells in it. */
interface GridArea {
  view: Size
  fullCellSize: Size
  columns: number
  rows: number
  /** Screen pixels per CSS pixel (px): at scale 1 an image is shown pixel for pixel. */
  pixelRatio: number
}

/**
 * The scale at which `count` cells with this side at scale 1 fill a length. Sides are rounded down to whole pixels;
 * rounded up, the cells would overflow, and scrollbars would appear and vanish with each measurement.
 */
const scaleFor = (length: number, count: number, side: number): number =>
  Math.floor((length - 2 * EDGE + GAP) / count - GAP) / side

const minScale = ({ view, fullCellSize, pixelRatio }: GridArea): number => {
  const byCount = Math.sqrt(
    (view.width * view.height) / MAX_VISIBLE_CELLS / (fullCellSize.width * fullCellSize.height),
  )
  const bySide = MIN_SIDE / Math.min(fullCellSize.width, fullCellSize.height)
  return Math.max(byCount, bySide) * pixelRatio
}

/** The scale at which all cells are in view, within the limits. */
export function fitScale(area: GridArea): number {
  const { view, fullCellSize, columns, rows, pixelRatio } = area
  const fitting =
    Math.min(
      scaleFor(view.width, columns, fullCellSize.width),
      scaleFor(view.height, rows, fullCellSize.height),
    ) * pixelRatio
  return clampScale(Math.min(fitting, 1), area)
}

/** The initial scale: all cells, or readable ones if there are too many. */
export function initialScale(area: GridArea): number {
  const fit = fitScale(area)
  const { fullCellSize, pixelRatio, columns, rows } = area
  if ((fullCellSize.width * fit) / pixelRatio >= MIN_READABLE_WIDTH) return fit
  const side = columns === 1 || rows === 1 ? COMFORTABLE_SINGLE_LINE_WIDTH : COMFORTABLE_WIDTH
  return clampScale((side / fullCellSize.width) * pixelRatio, area)
}

export const clampScale = (scale: number, area: GridArea): number =>
  Math.min(MAX_SCALE, Math.max(minScale(area), scale))

/** Size of a cell in px. */
export const cellSize = (fullCellSize: Size, scale: number, pixelRatio: number): Size => ({
  width: Math.max(1, Math.round((fullCellSize.width * scale) / pixelRatio)),
  height: Math.max(1, Math.round((fullCellSize.height * scale) / pixelRatio)),
})

export interface HeadingSizes {
  /** Width of the row headings; 0 without them. */
  width: number
  /** Height of the column headings; 0 without them. */
  height: number
  /** Whether the column headings are rotated, because the columns are too narrow. */
  hasRotatedColumns: boolean
}

/** Average width of a character of a heading, and its padding, in px. */
const CHARACTER_WIDTH = 7.2
const PADDING = 20
/** Column widths in px below which headings are rotated: always, or if one of their words doesn't fit. */
const ROTATE_BELOW = 72
const ROTATE_LONG_WORDS_BELOW = 120
const WORD_PADDING = 8
/** Heights in px of column headings: of one line, of two lines, and at most if they are rotated. */
const ONE_LINE_HEIGHT = 36
const TWO_LINES_HEIGHT = 52
const MAX_ROTATED_HEIGHT = 132
/** Maximum width of row headings as a fraction of the view, and the smallest and largest such maximum in px. */
const MAX_ROW_HEADING_FRACTION = 0.22
const MIN_ROW_HEADING_WIDTH = 88
const MAX_ROW_HEADING_WIDTH = 220
/** Characters of the name of the row axis that always fit. */
const MAX_AXIS_NAME_CHARACTERS = 14
/** Height in px of the headings if only the rows have a name. */
const ROWS_ONLY_HEIGHT = 28
/** Height in px of the line with the name of a single axis. */
const AXIS_NAME_HEIGHT = 16

interface Widths {
  /** Of the longest heading, in characters. */
  longest: number
  /** Of the longest part that can't be broken into lines, in characters. */
  unbreakable: number
}

const widthsCache = new WeakMap<readonly string[], Widths>()

/** Widths of headings, cached because they are needed on each scroll. */
function widthsOf(headings: readonly string[]): Widths {
  const cached = widthsCache.get(headings)
  if (cached) return cached
  const widths = {
    longest: maxWidth(headings),
    unbreakable: maxWidth(headings.flatMap((heading) => heading.split(/[\s-]+/u))),
  }
  widthsCache.set(headings, widths)
  return widths
}

const maxWidth = (texts: readonly string[]): number =>
  texts.reduce((max, text) => Math.max(max, widthInCharacters(text)), 0)

/** Width of a text in average characters; digits are wider. */
const widthInCharacters = (text: string): number => text.length + (text.match(/\d/gu)?.length ?? 0) * 0.12

/** Sizes of the headings, which depend on their texts, the cells and the view. */
export function headingSizes(
  { columns, rows }: Pick<GridSheet, 'columns' | 'rows'>,
  cellWidth: number,
  viewWidth: number,
): HeadingSizes {
  const { longest: longestColumn, unbreakable } = widthsOf(columns.shortValues)
  const isWide = longestColumn * CHARACTER_WIDTH + PADDING > cellWidth
  const hasRotatedColumns =
    isWide &&
    (cellWidth < ROTATE_BELOW ||
      (cellWidth < ROTATE_LONG_WORDS_BELOW && unbreakable * CHARACTER_WIDTH + WORD_PADDING > cellWidth))
  const width =
    Math.max(widthsOf(rows.shortValues).longest, Math.min(MAX_AXIS_NAME_CHARACTERS, rows.name.length + 2)) *
      CHARACTER_WIDTH +
    PADDING
  const columnHeadingLinesHeight = hasRotatedColumns
    ? Math.round(Math.min(MAX_ROTATED_HEIGHT, longestColumn * CHARACTER_WIDTH + PADDING))
    : isWide
      ? TWO_LINES_HEIGHT
      : ONE_LINE_HEIGHT
  return {
    width:
      rows.name === ''
        ? 0
        : Math.round(
            Math.min(
              width,
              Math.max(MIN_ROW_HEADING_WIDTH, viewWidth * MAX_ROW_HEADING_FRACTION),
              MAX_ROW_HEADING_WIDTH,
            ),
          ),
    height:
      columns.name === ''
        ? rows.name === ''
          ? 0
          : ROWS_ONLY_HEIGHT
        : columnHeadingLinesHeight + (rows.name === '' ? AXIS_NAME_HEIGHT : 0),
    hasRotatedColumns,
  }
}
