import type { Picture } from '../pictures/LandscapeOrder.ts'

/** Moving pictures, made one at a time. */
export interface Film {
  width: number
  height: number
  /** A whole number. */
  fps: number
  count: number
  /** The picture at an index from 0; asked for in order. */
  frame: (index: number) => Promise<Picture>
}
