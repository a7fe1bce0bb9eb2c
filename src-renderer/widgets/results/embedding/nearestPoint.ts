export interface Point {
  x: number
  y: number
}

/** Index of the point nearest to `to` within `maxDistance`; -1 if there is none. */
export function nearestPoint(points: readonly Point[], to: Point, maxDistance = Infinity): number {
  let nearest = -1
  let minDistance = maxDistance
  for (const [index, { x, y }] of points.entries()) {
    const distance = Math.hypot(x - to.x, y - to.y)
    if (distance <= minDistance) {
      minDistance = distance
      nearest = index
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
  const start = points[from]
  if (!direction || !start) return from
  let next = from
  let minDistance = Infinity
  for (const [index, { x, y }] of points.entries()) {
    const distanceAhead = (x - start.x) * direction.x + (y - start.y) * direction.y
    const distanceAside = Math.abs((x - start.x) * direction.y) + Math.abs((y - start.y) * direction.x)
    // Points more than twice as far to the side as ahead belong to another arrow key.
    if (index === from || distanceAhead <= 0 || distanceAside > distanceAhead * 2) continue
    const distance = distanceAhead + distanceAside * 2
    if (distance < minDistance) {
      minDistance = distance
      next = index
    }
  }
  return next
}
