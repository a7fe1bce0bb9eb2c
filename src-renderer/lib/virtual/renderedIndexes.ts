/** Indexes of consecutive items: the first, and one past the last. */
export interface IndexRange {
  first: number
  end: number
}

/**
 * The indexes to render, ascending: those in view, and the focused one wherever it is, so that scrolling doesn't lose the
 * focus. They are in order because an element that is moved in the DOM loses the focus, too.
 */
export function renderedIndexes({ first, end }: IndexRange, focused: number): number[] {
  const indexes = Array.from({ length: end - first }, (_, offset) => first + offset)
  if (focused < first) return [focused, ...indexes]
  return focused < end ? indexes : [...indexes, focused]
}
