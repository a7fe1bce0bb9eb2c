import { snapInteger } from '../../../../src-preload/shared/numberRules.ts'
import type { Range, SizePreset } from '../../../../src-preload/contract/types/form.ts'

/** In pixels. */
export interface Size {
  width: number
  height: number
}

export const isSameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height

export const sizeText = ({ width, height }: Size): string => `${width} × ${height}`

/** Sets one side and derives the other from the locked ratio (`width / height`) within its limits. */
export function resizeWithRatio(
  side: 'width' | 'height',
  value: number,
  ratio: number,
  ranges: { width: Range; height: Range },
): Size {
  return side === 'width'
    ? { width: value, height: snapInteger(value / ratio, ranges.height) }
    : { width: snapInteger(value * ratio, ranges.width), height: value }
}

/** Swaps both sides and snaps each to its new limits. */
export const swapSides = (size: Size, ranges: { width: Range; height: Range }): Size => ({
  width: snapInteger(size.height, ranges.width),
  height: snapInteger(size.width, ranges.height),
})

/** The preset with this size, if any. */
export const matchingPreset = (size: Partial<Size>, presets: readonly SizePreset[]): SizePreset | undefined =>
  presets.find((preset) => preset.width === size.width && preset.height === size.height)
