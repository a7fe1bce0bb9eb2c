export interface Row {
  start: number
  end: number
  height: number
  /** Whether the row fills the width; the last row of a section may not. */
  full: boolean
}

interface Measures {
  width: number
  rowHeight: number
  gap: number
}

/** Height at which tiles with this sum of aspect ratios fill the width. */
const heightOf = (sum: number, tiles: number, { width, gap }: Measures): number =>
  (width - gap * (tiles - 1)) / sum

/** Deviation from the target height on a log scale, so that half and double count the same. */
const deviation = (height: number, target: number): number =>
  height <= 0 ? Infinity : Math.abs(Math.log(height / target))

/** Breaks a section's tiles into rows with heights as close to the target as possible. */
export const justifyRows = (ratios: Float32Array, start: number, end: number, measures: Measures): Row[] => {
  const rows: Row[] = []
  let first = start
  let sum = 0
  for (let tile = start; tile < end; tile++) {
    const ratio = ratios[tile] ?? 1
    const height = heightOf(sum + ratio, tile - first + 1, measures)
    if (height > measures.rowHeight) {
      sum += ratio
      continue
    }
    const without = tile > first ? heightOf(sum, tile - first, measures) : Infinity
    if (tile > first && deviation(without, measures.rowHeight) < deviation(height, measures.rowHeight)) {
      rows.push({ start: first, end: tile, height: Math.round(without), full: true })
      first = tile
      sum = 0
      tile--
      continue
    }
    rows.push({ start: first, end: tile + 1, height: Math.round(height), full: true })
    first = tile + 1
    sum = 0
  }
  if (first < end) rows.push({ start: first, end, height: Math.round(measures.rowHeight), full: false })
  return rows
}
