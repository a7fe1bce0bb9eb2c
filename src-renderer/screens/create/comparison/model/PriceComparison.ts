import type { Size } from '../../model/size.ts'

/** The combinations whose prices are compared. */
export interface PriceComparison {
  /** Slugs, in the order of the list. */
  models: readonly string[]
  /** Empty if the form has no size. */
  sizes: readonly Size[]
  /** A numeric field and the values to compare. */
  along: { field: string; values: readonly number[] } | null
}

export const sameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height
export const sizeText = ({ width, height }: Size): string => `${width} × ${height}`
