import type { Range, SizePreset } from '../../../../src-preload/contract/types/form.ts'

/** In pixels. */
export interface Size {
  width: number
  height: number
}

export const isSameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height

export const sizeText = ({ width, height }: Size): string => `${width} × ${height}`

/** The nearest multiple of the range's step within its limits. */
export function snapToRange(value: number, range: Range): number {
  if (range.fixed !== undefined) return range.fixed
  const step = range.step ?? 1
  const min = range.min === undefined ? -Infinity : Math.ceil(range.min / step) * step
  const max = range.max === undefined ? Infinity : Math.floor(range.max / step) * step
  return Math.min(Math.max(Math.round(value / step) * step, min), max)
}

/** Sets one side and derives the other from the locked ratio (`width / height`) within its limits. */
export function resizeWithRatio(
  side: 'width' | 'height',
  value: number,
  ratio: number,
  ranges: { width: Range; height: Range },
): Size {
  return side === 'width'
    ? { width: value, height: snapToRange(value / ratio, ranges.height) }
    : { width: snapToRange(value * ratio, ranges.width), height: value }
}

/** Swaps both sides and snaps each to its new limits. */
export const swapSides = (size: Size, ranges: { width: Range; height: Range }): Size => ({
  width: snapToRange(size.height, ranges.width),
  height: snapToRange(size.width, ranges.height),
})

/** The preset with this size, if any. */
export const matchingPreset = (size: Partial<Size>, presets: readonly SizePreset[]): SizePreset | undefined =>
  presets.find((preset) => preset.width === size.width && preset.height === size.height)
