/** In pixels. */
export interface ImageSize {
  width: number
  height: number
}

/** What the metadata of an image states, without decoding it. */
export interface ImageFacts extends ImageSize {
  /** How the stored pixels are rotated and mirrored to be shown, 1 to 8 (Exif 2.32, "Orientation"). `width` and `height` are as shown. */
  orientation: number
  isAnimated: boolean
  /** Whether its colours are sRGB, so that they are right without a profile. */
  isSrgb: boolean
}

/** The facts of an image by its stored size. */
export const imageFacts = (stored: ImageSize, facts: Partial<ImageFacts> = {}): ImageFacts => {
  const orientation = facts.orientation ?? 1
  const { width, height } = stored
  return {
    isAnimated: false,
    isSrgb: true,
    ...facts,
    orientation,
    ...(orientation >= 5 ? { width: height, height: width } : { width, height }),
  }
}
