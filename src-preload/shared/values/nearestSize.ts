import type { Range } from '../../contract/types/form.ts'

interface Size {
  width: number
  height: number
}

interface SizeRanges {
  width: Range
  height: Range
}

/** How far a size may deviate from the wanted ratio and area, as natural logarithms. Absent: as far as the ranges force it to. */
interface Tolerances {
  ratio: number
  area: number
}

/** Sides are multiples of at least this many pixels, as in the training data of image models. */
const MIN_GRID_STEP = 16
/** A wrong ratio is more visible than a wrong area. */
const RATIO_WEIGHT = 4

/**
 * The allowed size that is nearest to an aspect ratio (width / height) and an area in pixels; null if none is within the tolerances. A
 * portrait size is found as a landscape size and rotated, so that 3:4 is exactly 4:3 rotated.
 */
export function nearestSize(
  { width, height }: SizeRanges,
  ratio: number,
  area: number,
  tolerances?: Tolerances,
): Size | null {
  if (ratio >= 1) return nearestLandscape(gridOf(width), gridOf(height), { ratio, area }, tolerances)
  const found = nearestLandscape(gridOf(height), gridOf(width), { ratio: 1 / ratio, area }, tolerances)
  return found && { width: found.height, height: found.width }
}

/** The allowed lengths of one side, in pixels: every `step` from `first` to `last`. */
interface Grid {
  first: number
  last: number
  step: number
}

function gridOf(range: Range): Grid {
  const { min = 0, max = 0 } = range
  const step = Math.ceil(MIN_GRID_STEP / (range.step ?? 1)) * (range.step ?? 1)
  const first = Math.ceil(min / step) * step
  const last = Math.floor(max / step) * step
  return first <= last ? { first, last, step } : { first: min, last: min, step }
}

function nearestLandscape(
  widths: Grid,
  heights: Grid,
  { ratio, area }: { ratio: number; area: number },
  { ratio: ratioTolerance, area: areaTolerance }: Tolerances = { ratio: Infinity, area: Infinity },
): Size | null {
  let best: { size: Size; cost: number } | null = null
  for (let width = widths.first; width <= widths.last; width += widths.step) {
    const height = onGrid(width / ratio, heights)
    const ratioError = Math.abs(Math.log(width / height / ratio))
    const areaError = Math.abs(Math.log((width * height) / area))
    if (!(ratioError <= ratioTolerance && areaError <= areaTolerance)) continue
    const cost = RATIO_WEIGHT * ratioError + areaError
    if (!best || cost < best.cost) best = { size: { width, height }, cost }
  }
  return best && best.size
}

/** The nearest allowed length. */
const onGrid = (value: number, { first, last, step }: Grid): number =>
  Math.min(Math.max(first + Math.round((value - first) / step) * step, first), last)
