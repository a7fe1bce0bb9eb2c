export type Side =
  | 'bottom-start'
  | 'bottom-end'
  | 'top-start'
  | 'top-end'
  | 'top'
  | 'bottom'
  | 'right'
  | 'right-start'

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}
interface Size {
  width: number
  height: number
}

/** Minimum distance between a box and the edges of the window, in px. */
const MARGIN = 8

/**
 * The position of a floating box at a side of its anchor, at a distance of `gap` pixels. The box goes to the opposite side if
 * it fits only there, and is kept inside the window.
 */
export function positionNear(
  anchor: Box,
  box: Size,
  window: Size,
  side: Side,
  gap = 6,
): { left: number; top: number } {
  const below = anchor.bottom + gap
  const above = anchor.top - gap - box.height
  const fitsBelow = below + box.height <= window.height - MARGIN
  const fitsAbove = above >= MARGIN
  const middle = (anchor.left + anchor.right - box.width) / 2
  const clampX = (x: number) => Math.max(MARGIN, Math.min(x, window.width - box.width - MARGIN))
  const clampY = (y: number) => Math.max(MARGIN, Math.min(y, window.height - box.height - MARGIN))
  if (side.startsWith('right')) {
    const top = clampY(side === 'right' ? (anchor.top + anchor.bottom - box.height) / 2 : anchor.top)
    const right = anchor.right + gap
    return right + box.width <= window.width - MARGIN
      ? { left: right, top }
      : { left: clampX(anchor.left - gap - box.width), top }
  }
  const prefersBelow = side.startsWith('bottom')
  const top = prefersBelow
    ? fitsBelow || !fitsAbove
      ? below
      : above
    : fitsAbove || !fitsBelow
      ? above
      : below
  const left = side.endsWith('-start')
    ? anchor.left
    : side.endsWith('-end')
      ? anchor.right - box.width
      : middle
  return { left: clampX(left), top: clampY(top) }
}
