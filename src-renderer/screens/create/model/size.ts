import type { Range, SizePreset } from '../../../../src-preload/contract/types/form.ts'

export interface Size {
  width: number
  height: number
}

/** The nearest whole multiple of the range's step inside its limits. */
export function snapSide(value: number, range: Range): number {
  if (range.fixed !== undefined) return range.fixed
  const step = range.step ?? 1
  const low = range.min === undefined ? -Infinity : Math.ceil(range.min / step) * step
  const high = range.max === undefined ? Infinity : Math.floor(range.max / step) * step
  return Math.min(Math.max(Math.round(value / step) * step, low), high)
}

/** One side changed by hand, the other following the locked ratio (`width / height`) as far as its limits allow. */
export function followRatio(
  side: 'width' | 'height',
  value: number,
  ratio: number,
  ranges: { width: Range; height: Range },
): Size {
  return side === 'width'
    ? { width: value, height: snapSide(value / ratio, ranges.height) }
    : { width: snapSide(value * ratio, ranges.width), height: value }
}

/** Both sides exchanged, each snapped into its new limits. */
export const swapSides = (size: Size, ranges: { width: Range; height: Range }): Size => ({
  width: snapSide(size.height, ranges.width),
  height: snapSide(size.width, ranges.height),
})

/** The preset this size is, if it is one. */
export const presetOf = (size: Partial<Size>, presets: readonly SizePreset[]): SizePreset | undefined =>
  presets.find((preset) => preset.width === size.width && preset.height === size.height)
