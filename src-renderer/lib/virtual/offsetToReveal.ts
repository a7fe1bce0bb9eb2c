interface Span {
  start: number
  end: number
}

/**
 * The scroll offset closest to the current one at which an item is in view, in px.
 * @param view - What is seen at the current scroll offset.
 * @param item - The item with the space to keep free around it.
 */
export function offsetToReveal(view: Span, item: Span): number {
  if (item.start < view.start) return item.start
  return item.end > view.end ? item.end - (view.end - view.start) : view.start
}
