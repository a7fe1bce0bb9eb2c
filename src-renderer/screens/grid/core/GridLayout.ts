import { offsetToReveal, UniformAxis } from '../../../lib/virtualList.ts'
import { EDGE, GAP, type HeadingSizes, type Size } from './gridSizes.ts'

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
