/** The bounds of a window in device-independent pixels. */
export interface Bounds {
  x: number
  y: number
  width: number
  height: number
  maximized: boolean
}
export type Area = Pick<Bounds, 'x' | 'y' | 'width' | 'height'>

/** Sizes of the window in device-independent pixels. */
export const DEFAULT_SIZE = { width: 1280, height: 800 }
export const MIN_SIZE = { width: 960, height: 600 }

/** Parses the stored bounds, which are untrusted; null if they are invalid. */
export function parseBounds(text: string): Bounds | null {
  try {
    const stored: unknown = JSON.parse(text)
    return isBounds(stored) ? stored : null
  } catch {
    return null
  }
}

/** Whether a value has the form of stored bounds. Checked by hand, because a schema library would delay the window. */
function isBounds(stored: unknown): stored is Bounds {
  if (typeof stored !== 'object' || stored === null) return false
  const isIntegerAtLeast = (name: string, min: number): boolean => {
    const value: unknown = Reflect.get(stored, name)
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= min
  }
  const ANY_POSITION = Number.MIN_SAFE_INTEGER
  return (
    isIntegerAtLeast('x', ANY_POSITION) &&
    isIntegerAtLeast('y', ANY_POSITION) &&
    isIntegerAtLeast('width', 1) &&
    isIntegerAtLeast('height', 1) &&
    typeof Reflect.get(stored, 'maximized') === 'boolean'
  )
}

/**
 * The initial bounds of the window: as stored if all of it is on the screens, otherwise moved and reduced so that it is, because without a window
 * manager the user can't move it. A window on no screen is centered on the first. `areas`: the usable parts of the screens, the main one first.
 */
export function fitBounds(saved: Bounds | null, areas: readonly Area[]): Partial<Area> {
  const [main = { x: 0, y: 0, ...DEFAULT_SIZE }] = areas
  if (!saved) return fitSize(DEFAULT_SIZE, main)
  const { x, y } = saved
  const size = {
    width: Math.max(saved.width, MIN_SIZE.width),
    height: Math.max(saved.height, MIN_SIZE.height),
  }
  const overlaps = areas.map((area) => ({ area, pixels: getOverlap({ x, y, ...size }, area) }))
  const visible = overlaps.reduce((sum, { pixels }) => sum + pixels, 0)
  if (visible >= size.width * size.height) return { x, y, ...size }
  const best = overlaps.toSorted((a, b) => b.pixels - a.pixels)[0]
  if (!best || best.pixels === 0) return fitSize(size, main)
  const { width, height } = fitSize(size, best.area)
  return {
    x: clamp(x, best.area.x, best.area.x + best.area.width - width),
    y: clamp(y, best.area.y, best.area.y + best.area.height - height),
    width,
    height,
  }
}

type Size = Pick<Area, 'width' | 'height'>

const fitSize = (size: Size, area: Size): Size => ({
  width: Math.min(size.width, area.width),
  height: Math.min(size.height, area.height),
})

/** The smallest size of the window; less than `MIN_SIZE` if no screen has room for that. */
export const fitMinSize = (areas: readonly Area[]): Size =>
  fitSize(MIN_SIZE, {
    width: Math.max(...areas.map(({ width }) => width)),
    height: Math.max(...areas.map(({ height }) => height)),
  })

const clamp = (value: number, min: number, max: number): number => Math.max(min, Math.min(value, max))

/** The number of common pixels. */
const getOverlap = (a: Area, b: Area): number =>
  Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y))
