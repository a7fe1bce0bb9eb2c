/** A bar in a box of width and height 1, from the left and the top. */
export interface Bar {
  left: number
  top: number
  width: number
  height: number
}

/** More than these are too thin to tell apart. */
const MOST = 64
/** Of the way from one bar to the next. */
const THICK = 0.62
const EDGE = 0.06
const LEAST = 0.008

/** The first values of a vector as bars around a middle line, the largest filling the height: alike vectors look alike. */
export function valueBars(values: readonly number[]): Bar[] {
  const shown = values.slice(0, MOST)
  const most = Math.max(...shown.map(Math.abs))
  const step = (1 - 2 * EDGE) / shown.length
  return shown.map((value, at) => {
    const length = Math.max(LEAST, most > 0 ? (Math.abs(value) / most) * (0.5 - 2 * EDGE) : 0)
    const left = EDGE + (at + (1 - THICK) / 2) * step
    return { left, top: value > 0 ? 0.5 - length : 0.5, width: step * THICK, height: length }
  })
}
