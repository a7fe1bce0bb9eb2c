/** Of a window, in device-independent pixels. */
export interface Bounds {
  x: number
  y: number
  width: number
  height: number
  maximized: boolean
}
export type Area = Pick<Bounds, 'x' | 'y' | 'width' | 'height'>

export const FIRST_SIZE = { width: 1280, height: 800 }
export const MIN_SIZE = { width: 960, height: 600 }
/** So much of the window must lie on a screen to be found and moved. */
const GRIP = 100

/** Remembered bounds, read from untrusted text; null when they are none. */
export function readBounds(text: string): Bounds | null {
  try {
    const kept: unknown = JSON.parse(text)
    return isBounds(kept) ? kept : null
  } catch {
    return null
  }
}

/** Checked by hand, because a schema library would delay the window. */
function isBounds(kept: unknown): kept is Bounds {
  if (typeof kept !== 'object' || kept === null) return false
  const whole = (name: string, least: number): boolean => {
    const value: unknown = Reflect.get(kept, name)
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= least
  }
  const anywhere = Number.MIN_SAFE_INTEGER
  return (
    whole('x', anywhere) &&
    whole('y', anywhere) &&
    whole('width', 1) &&
    whole('height', 1) &&
    typeof Reflect.get(kept, 'maximized') === 'boolean'
  )
}

/** Where the window opens: as remembered if a screen still shows enough of it, else at its first size, centred. */
export function fitBounds(remembered: Bounds | null, screens: readonly Area[]): Partial<Area> {
  if (!remembered) return FIRST_SIZE
  const width = Math.max(remembered.width, MIN_SIZE.width)
  const height = Math.max(remembered.height, MIN_SIZE.height)
  const { x, y } = remembered
  const seen = screens.some(
    (screen) =>
      Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x) >= GRIP &&
      y >= screen.y &&
      screen.y + screen.height - y >= GRIP,
  )
  return seen ? { x, y, width, height } : { width, height }
}
