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

/** What a sheet shows in a cell. */
export interface SheetCell {
  /** The result; null if the cell only has a text. */
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
  /** Undefined for a cell that stays empty. */
  cellAt: (column: number, row: number, page: number) => SheetCell | undefined
  /** Whether cells have captions. */
  hasCaptions?: boolean
}
