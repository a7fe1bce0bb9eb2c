import type { Size } from '../../model/size.ts'

/** What prices are compared over. */
export interface PriceComparison {
  /** Slugs, in the order of the list. */
  models: readonly string[]
  /** Empty where the form has no size. */
  sizes: readonly Size[]
  /** A number of the form and the values it takes. */
  along: { field: string; values: readonly number[] } | null
}

export const sameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height
export const sizeText = ({ width, height }: Size): string => `${width} × ${height}`
