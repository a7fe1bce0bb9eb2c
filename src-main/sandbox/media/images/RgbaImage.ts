/** Decoded pixels, row by row. */
export interface RgbaImage {
  width: number
  height: number
  /** RGBA. */
  pixels: Uint8ClampedArray<ArrayBuffer>
}
