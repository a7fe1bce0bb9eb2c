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
  /** Length of the whole axis in px. */
  readonly length: number
  readonly #pitch: number
  readonly #gap: number
  readonly #before: number

  constructor({ count, size, gap, before, after }: Options) {
    this.count = count
    this.size = size
    this.#pitch = size + gap
    this.#before = before
    this.#gap = gap
    this.length = before + Math.max(0, count * this.#pitch - gap) + after
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
    return Math.max(1, Math.floor((length + this.#gap) / this.#pitch))
  }
}

/** Indexes of consecutive items: the first, and one past the last. */
export interface IndexRange {
  first: number
  end: number
}

/**
 * The indexes to render, ascending: those in view, and the focused one wherever it is, so that scrolling doesn't lose the
 * focus. They are in order because an element that is moved in the DOM loses the focus, too.
 * @param focused - Index of an existing item, which is always rendered; undefined for none.
 */
export function renderedIndexes({ first, end }: IndexRange, focused: number | undefined): number[] {
  const indexes = Array.from({ length: end - first }, (_, offset) => first + offset)
  if (focused === undefined) return indexes
  if (focused < first) return [focused, ...indexes]
  return focused < end ? indexes : [...indexes, focused]
}

interface Span {
  start: number
  end: number
}

/**
 * The scroll offset closest to the current one at which an item is in view, in px.
 * @param view - The visible range at the current scroll offset.
 * @param item - The item with the space to keep free around it.
 */
export function offsetToReveal(view: Span, item: Span): number {
  if (item.start < view.start) return item.start
  return item.end > view.end ? item.end - (view.end - view.start) : view.start
}

/** Index of the last entry of an ascending list that is at most `value`; -1 if there is none. */
export const lastIndexAtOrBelow = (list: ArrayLike<number>, value: number): number => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle] ?? Infinity) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}
