export type Side = 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end' | 'top' | 'bottom' | 'right'

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

const EDGE = 8

/** Where a floating box goes beside its anchor: the wished side, flipped when it lacks room, kept inside the window. */
export function placeNear(
  anchor: Box,
  box: Size,
  window: Size,
  side: Side,
  gap = 6,
): { left: number; top: number } {
  const below = anchor.bottom + gap
  const above = anchor.top - gap - box.height
  const fitsBelow = below + box.height <= window.height - EDGE
  const fitsAbove = above >= EDGE
  const middle = (anchor.left + anchor.right - box.width) / 2
  const clampX = (x: number) => Math.max(EDGE, Math.min(x, window.width - box.width - EDGE))
  const clampY = (y: number) => Math.max(EDGE, Math.min(y, window.height - box.height - EDGE))
  if (side === 'right') {
    const top = clampY((anchor.top + anchor.bottom - box.height) / 2)
    const right = anchor.right + gap
    return right + box.width <= window.width - EDGE
      ? { left: right, top }
      : { left: clampX(anchor.left - gap - box.width), top }
  }
  const wantsBelow = side.startsWith('bottom')
  const top = wantsBelow ? (fitsBelow || !fitsAbove ? below : above) : fitsAbove || !fitsBelow ? above : below
  const left = side.endsWith('-start')
    ? anchor.left
    : side.endsWith('-end')
      ? anchor.right - box.width
      : middle
  return { left: clampX(left), top: clampY(top) }
}
