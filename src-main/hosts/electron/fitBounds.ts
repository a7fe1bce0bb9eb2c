import { z } from 'zod'

const boundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  maximized: z.boolean(),
})
export type Bounds = z.infer<typeof boundsSchema>
export type Area = Pick<Bounds, 'x' | 'y' | 'width' | 'height'>

export const FIRST_SIZE = { width: 1280, height: 800 }
export const LEAST_SIZE = { width: 960, height: 600 }
/** So much of the window must lie on a screen to be found and moved. */
const GRIP = 100

/** Remembered bounds, read from untrusted text; null when they are none. */
export function readBounds(text: string): Bounds | null {
  try {
    return boundsSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** Where the window opens: as remembered if a screen still shows enough of it, else at its first size, centred. */
export function fitBounds(remembered: Bounds | null, screens: readonly Area[]): Partial<Area> {
  if (!remembered) return FIRST_SIZE
  const width = Math.max(remembered.width, LEAST_SIZE.width)
  const height = Math.max(remembered.height, LEAST_SIZE.height)
  const { x, y } = remembered
  const seen = screens.some(
    (screen) =>
      Math.min(x + width, screen.x + screen.width) - Math.max(x, screen.x) >= GRIP &&
      y >= screen.y &&
      screen.y + screen.height - y >= GRIP,
  )
  return seen ? { x, y, width, height } : { width, height }
}
