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
/** Pixels of the window that must be on a screen, so that the user can find and move it. */
const MIN_VISIBLE = 100

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

/** The initial bounds of the window: as stored if enough of it is on a screen, otherwise centered. */
export function fitBounds(saved: Bounds | null, screens: readonly Area[]): Partial<Area> {
  if (!saved) return DEFAULT_SIZE
  const width = Math.max(saved.width, MIN_SIZE.width)
  const height = Math.max(saved.height, MIN_SIZE.height)
  const { x, y } = saved
  const isVisible = screens.some(
    (screen) =>
      Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x) >= MIN_VISIBLE &&
      y >= screen.y &&
      screen.y + screen.height - y >= MIN_VISIBLE,
  )
  return isVisible ? { x, y, width, height } : { width, height }
}
