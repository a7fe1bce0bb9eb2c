import type { IsoBox, IsoBoxes } from '../IsoBoxes.ts'
import { brandAt } from '../sniffFormat.ts'

/** The brands of a file (ISO/IEC 14496-12 §4.3), without spaces and zero bytes at their ends. */
export interface Brands {
  /** Null if the file has none, as old QuickTime files. */
  major: string | null
  compatible: string[]
}

/** More compatible brands are not read. */
const MAX_BRAND_BYTES = 4096

/** Reads the brands of a file from the first `ftyp` or `styp` among its outermost boxes. */
export async function readBrands(isoBoxes: IsoBoxes, outermost: readonly IsoBox[]): Promise<Brands> {
  const box = outermost.find(({ type }) => type === 'ftyp') ?? outermost.find(({ type }) => type === 'styp')
  const bytes = box ? await isoBoxes.read(box.start, Math.min(box.end - box.start, MAX_BRAND_BYTES)) : null
  if (!bytes || bytes.length < 4) return { major: null, compatible: [] }
  const compatible = Array.from({ length: Math.max(0, Math.floor((bytes.length - 8) / 4)) }, (_, index) =>
    brandAt(bytes, 8 + index * 4),
  )
  return { major: brandAt(bytes, 0), compatible }
}
