export interface Point {
  x: number
  y: number
}

/** Index of the point nearest to `to` within `maxDistance`; -1 if there is none. */
export function nearestPoint(points: readonly Point[], to: Point, maxDistance = Infinity): number {
  let nearest = -1
  let minDistance = maxDistance
  for (const [at, { x, y }] of points.entries()) {
    const distance = Math.hypot(x - to.x, y - to.y)
    if (distance <= minDistance) {
      minDistance = distance
      nearest = at
    }
  }
  return nearest
}

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}

/** Index of the next point in the direction of an arrow key (y grows upwards); `from` if there is none. */
export function pointTowards(points: readonly Point[], from: number, key: string): number {
  const direction = DIRECTIONS[key]
  const current = points[from]
  if (!direction || !current) return from
  let next = from
  let minDistance = Infinity
  for (const [at, { x, y }] of points.entries()) {
    const along = (x - current.x) * direction.x + (y - current.y) * direction.y
    const aside = Math.abs((x - current.x) * direction.y) + Math.abs((y - current.y) * direction.x)
    // Points more to the side than ahead belong to another arrow key.
    if (at === from || along <= 0 || aside > along * 2) continue
    const distance = along + aside * 2
    if (distance < minDistance) {
      minDistance = distance
      next = at
    }
  }
  return next
}
