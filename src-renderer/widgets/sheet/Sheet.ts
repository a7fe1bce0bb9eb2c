import type { GridAsset } from '../../../src-preload/contract/types/grid.ts'

export interface Size {
  width: number
  height: number
}

/** The names of an axis and of its columns, rows or pages; empty for an axis without names. */
export interface Headings {
  name: string
  values: readonly string[]
  /** The values without the parts that all have in common. */
  shortValues: readonly string[]
}

/** A result in a cell of a sheet, or a text in its place. */
export interface SheetItem {
  /** The result; null if there is only a text. */
  asset: GridAsset | null
  /** Shown where there is no image: the result's own text, or why there is no result. */
  text: string
  /** Shown below the image. */
  caption?: string
}

/** Results in columns, rows and pages. */
export interface Sheet {
  columns: Headings
  rows: Headings
  pages: Headings
  /** The largest number of items in a cell. Each cell has as many places. */
  itemsPerCell: number
  /** The items of a cell, in order; the places after the last one stay empty. */
  itemsAt: (column: number, row: number, page: number) => readonly SheetItem[]
  /** Whether items have captions. */
  hasCaptions?: boolean
}
