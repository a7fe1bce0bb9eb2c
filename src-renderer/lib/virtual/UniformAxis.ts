import type { IndexRange } from './renderedIndexes.ts'

interface Options {
  count: number
  /** Size of each item in px. */
  size: number
  /** Space between items in px. */
  gap: number
  /** Space before the first item in px. */
  before: number
  /** Space after the last item in px. */
  after: number
}

/** Columns or rows of equal size: offsets in px from indexes and back, without a table of positions. */
export class UniformAxis {
  readonly count: number
  readonly size: number
  /** Of the whole axis, in px. */
  readonly length: number
  readonly #pitch: number
  readonly #before: number

  constructor({ count, size, gap, before, after }: Options) {
    this.count = count
    this.size = size
    this.#pitch = size + gap
    this.#before = before
    this.length = before + count * this.#pitch - gap + after
  }

  /** Start of an item in px; a fraction is a position within the item and the gap after it. */
  offsetAt(index: number): number {
    return this.#before + index * this.#pitch
  }

  /** Index at an offset, with the fraction; the inverse of `offsetAt`. */
  indexAt(offset: number): number {
    return (offset - this.#before) / this.#pitch
  }

  /** Items between two offsets, and `overscan` more on each side. */
  range(from: number, to: number, overscan: number): IndexRange {
    const first = Math.max(0, Math.floor(this.indexAt(from)) - overscan)
    const end = Math.min(this.count, Math.ceil(this.indexAt(to)) + overscan)
    return { first, end: Math.max(first, end) }
  }

  /** Number of complete items that a view of this length holds, at least one. */
  countIn(length: number): number {
    return Math.max(1, Math.floor(length / this.#pitch))
  }
}
