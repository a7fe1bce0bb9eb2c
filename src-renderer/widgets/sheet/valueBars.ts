/** Position and size of a bar in a box of width and height 1. */
interface Bar {
  left: number
  top: number
  width: number
  height: number
}

/** More bars would be too thin to distinguish. */
const MAX_BARS = 64
/** Width of a bar, as a fraction of the distance between the centres of adjacent bars. */
const BAR_WIDTH = 0.62
/** Space left and right of the bars. Above and below them it is twice as much. */
const MARGIN = 0.06
/** Minimum length of a bar, so that a zero is visible. */
const MIN_LENGTH = 0.008

/** The first values of a vector as bars above and below a middle line, scaled to the largest one. */
export function valueBars(values: readonly number[]): Bar[] {
  const shown = values.slice(0, MAX_BARS)
  const largest = Math.max(...shown.map(Math.abs))
  const step = (1 - 2 * MARGIN) / shown.length
  return shown.map((value, index) => {
    const length = Math.max(MIN_LENGTH, largest > 0 ? (Math.abs(value) / largest) * (0.5 - 2 * MARGIN) : 0)
    const left = MARGIN + (index + (1 - BAR_WIDTH) / 2) * step
    return { left, top: value > 0 ? 0.5 - length : 0.5, width: step * BAR_WIDTH, height: length }
  })
}
