export interface Place {
  x: number
  y: number
}

/** Index of the place nearest to `to` that is not farther than `most`; -1: none. */
export function nearestPoint(places: readonly Place[], to: Place, most = Infinity): number {
  let nearest = -1
  let least = most
  for (const [at, { x, y }] of places.entries()) {
    const far = Math.hypot(x - to.x, y - to.y)
    if (far <= least) {
      least = far
      nearest = at
    }
  }
  return nearest
}

const WAYS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}

/** Index of the next place from `from` where an arrow key points (y grows upwards); `from` itself where there is none. */
export function pointTowards(places: readonly Place[], from: number, key: string): number {
  const way = WAYS[key]
  const here = places[from]
  if (!way || !here) return from
  let next = from
  let least = Infinity
  for (const [at, { x, y }] of places.entries()) {
    const along = (x - here.x) * way.x + (y - here.y) * way.y
    const aside = Math.abs((x - here.x) * way.y) + Math.abs((y - here.y) * way.x)
    // What lies more beside than ahead is another arrow's.
    if (at === from || along <= 0 || aside > along * 2) continue
    const far = along + aside * 2
    if (far < least) {
      least = far
      next = at
    }
  }
  return next
}
