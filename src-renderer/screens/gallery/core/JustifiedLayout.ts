import { lastIndexAtOrBelow } from '../../../lib/virtualList.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

type Direction = 'left' | 'right' | 'up' | 'down'

export interface JustifiedOptions {
  /** Width divided by height of each tile. */
  ratios: Float32Array
  /** First tile of each section, ascending, beginning with 0. */
  sectionStarts: Int32Array
  /** Width of the grid, target height of a row, space between tiles, and height of a heading, in px. */
  width: number
  rowHeight: number
  gap: number
  headingHeight: number
}

/**
 * Position of each tile in px from the grid's top left, in justified rows per section. Tiles are identified by their
 * index. Stored in typed arrays to avoid an object per tile.
 */
export class JustifiedLayout {
  readonly height: number
  readonly count: number
  readonly #sectionStarts: Int32Array
  readonly #sectionTop: Float64Array
  readonly #rowStart: Int32Array
  readonly #rowTop: Float64Array
  readonly #rowHeight: Float32Array
  readonly #x: Float32Array
  readonly #width: Float32Array

  constructor(options: JustifiedOptions) {
    const { ratios, sectionStarts, gap, headingHeight } = options
    const count = ratios.length
    this.count = count
    this.#sectionStarts = sectionStarts
    this.#x = new Float32Array(count)
    this.#width = new Float32Array(count)
    this.#sectionTop = new Float64Array(sectionStarts.length + 1)
    const rowStart: number[] = []
    const rowTop: number[] = []
    const rowHeight: number[] = []
    let top = 0
    for (let section = 0; section < sectionStarts.length; section++) {
      this.#sectionTop[section] = top
      top += headingHeight
      const end = sectionStarts[section + 1] ?? count
      for (const row of justifyRows(ratios, sectionStarts[section] ?? 0, end, options)) {
        rowStart.push(row.start)
        rowTop.push(top)
        rowHeight.push(row.height)
        this.#placeRow(row.start, row.end, row.height, row.fillsWidth, options)
        top += row.height + gap
      }
    }
    this.#sectionTop[sectionStarts.length] = top
    this.height = top
    this.#rowStart = Int32Array.from([...rowStart, count])
    this.#rowTop = Float64Array.from(rowTop)
    this.#rowHeight = Float32Array.from(rowHeight)
  }

  /** Tiles that overlap a vertical range: the first, and one past the last. */
  range(top: number, bottom: number): { first: number; end: number } {
    if (this.#rowTop.length === 0) return { first: 0, end: 0 }
    let row = Math.max(0, lastIndexAtOrBelow(this.#rowTop, top))
    if ((this.#rowTop[row] ?? 0) + (this.#rowHeight[row] ?? 0) < top) row++
    const last = lastIndexAtOrBelow(this.#rowTop, bottom)
    const first = this.#rowStart[row] ?? this.count
    return { first, end: Math.max(first, this.#rowStart[last + 1] ?? this.count) }
  }

  /** Sections that overlap a vertical range, with the top of their heading. */
  sections(top: number, bottom: number): { section: number; top: number; bottom: number }[] {
    const found: { section: number; top: number; bottom: number }[] = []
    const count = this.#sectionStarts.length
    for (let section = Math.max(0, lastIndexAtOrBelow(this.#sectionTop, top)); section < count; section++) {
      const from = this.#sectionTop[section] ?? 0
      if (from > bottom) break
      found.push({ section, top: from, bottom: this.#sectionTop[section + 1] ?? this.height })
    }
    return found
  }

  box(tile: number): Box {
    const row = this.#rowOf(tile)
    return {
      x: this.#x[tile] ?? 0,
      y: this.#rowTop[row] ?? 0,
      width: this.#width[tile] ?? 0,
      height: this.#rowHeight[row] ?? 0,
    }
  }

  /** The adjacent tile, or the same one at an edge. */
  neighbour(tile: number, direction: Direction): number {
    if (direction === 'left') return Math.max(0, tile - 1)
    if (direction === 'right') return Math.min(this.count - 1, tile + 1)
    return this.#nearestInRow(this.#rowOf(tile) + (direction === 'up' ? -1 : 1), tile)
  }

  /**
   * The tile `distance` px below another one, or above it if negative: at least one row away, unless there is no such
   * row.
   */
  neighbourAt(tile: number, distance: number): number {
    if (this.count === 0) return tile
    const row = this.#rowOf(tile)
    const target = lastIndexAtOrBelow(this.#rowTop, (this.#rowTop[row] ?? 0) + distance)
    const moved = distance < 0 ? Math.min(target, row - 1) : Math.max(target, row + 1)
    return this.#nearestInRow(Math.max(0, Math.min(moved, this.#rowTop.length - 1)), tile)
  }

  #rowOf(tile: number): number {
    return Math.min(this.#rowTop.length - 1, lastIndexAtOrBelow(this.#rowStart, tile))
  }

  /** The tile of a row whose centre is closest to that of another tile; that other tile if there is no such row. */
  #nearestInRow(row: number, tile: number): number {
    const start = this.#rowStart[row]
    const end = this.#rowStart[row + 1]
    if (start === undefined || end === undefined) return tile
    const centre = (this.#x[tile] ?? 0) + (this.#width[tile] ?? 0) / 2
    let best = start
    let distance = Infinity
    for (let candidate = start; candidate < end; candidate++) {
      const candidateCentre = (this.#x[candidate] ?? 0) + (this.#width[candidate] ?? 0) / 2
      const candidateDistance = Math.abs(candidateCentre - centre)
      if (candidateDistance >= distance) break
      best = candidate
      distance = candidateDistance
    }
    return best
  }

  #placeRow(
    start: number,
    end: number,
    height: number,
    fillsWidth: boolean,
    options: JustifiedOptions,
  ): void {
    let x = 0
    for (let tile = start; tile < end; tile++) {
      const exact = (options.ratios[tile] ?? 1) * height
      // The last tile of a full row absorbs the rounding, so that the right edges line up.
      const width = fillsWidth && tile === end - 1 ? options.width - x : Math.round(exact)
      this.#x[tile] = x
      this.#width[tile] = width
      x += width + options.gap
    }
  }
}

interface Row {
  start: number
  end: number
  height: number
  /** Whether the row fills the width; the last row of a section may not. */
  fillsWidth: boolean
}

interface Measures {
  width: number
  rowHeight: number
  gap: number
}

/** Height at which tiles with this sum of aspect ratios fill the width. */
const rowHeightFor = (sum: number, tiles: number, { width, gap }: Measures): number =>
  (width - gap * (tiles - 1)) / sum

/** Deviation from the target height on a log scale, so that half and double count the same. */
const deviation = (height: number, target: number): number =>
  height <= 0 ? Infinity : Math.abs(Math.log(height / target))

/** Breaks a section's tiles into rows with heights as close to the target as possible. */
const justifyRows = (ratios: Float32Array, start: number, end: number, measures: Measures): Row[] => {
  const rows: Row[] = []
  let first = start
  let sum = 0
  for (let tile = start; tile < end; tile++) {
    const ratio = ratios[tile] ?? 1
    const height = rowHeightFor(sum + ratio, tile - first + 1, measures)
    if (height > measures.rowHeight) {
      sum += ratio
      continue
    }
    const heightWithout = tile > first ? rowHeightFor(sum, tile - first, measures) : Infinity
    if (
      tile > first &&
      deviation(heightWithout, measures.rowHeight) < deviation(height, measures.rowHeight)
    ) {
      rows.push({ start: first, end: tile, height: Math.round(heightWithout), fillsWidth: true })
      first = tile
      sum = 0
      tile--
      continue
    }
    rows.push({ start: first, end: tile + 1, height: Math.round(height), fillsWidth: true })
    first = tile + 1
    sum = 0
  }
  if (first < end) rows.push({ start: first, end, height: Math.round(measures.rowHeight), fillsWidth: false })
  return rows
}
