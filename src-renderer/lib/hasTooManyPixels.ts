/** Decoded, an image of this size takes 400 MB, however small its file is. */
const MAX_PIXELS = 100_000_000

/** Whether an image is too large to decode; an unknown size counts as small enough. */
export const hasTooManyPixels = ({
  width,
  height,
}: {
  width: number | null
  height: number | null
}): boolean => (width ?? 0) * (height ?? 0) > MAX_PIXELS
