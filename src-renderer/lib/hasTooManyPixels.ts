/** Decoded, this takes 400 MB at four bytes per pixel; even a file of a few kilobytes may need more. */
const MAX_PIXELS = 100_000_000

/** Whether an image is too large to decode; an unknown size counts as small enough. */
export const hasTooManyPixels = ({
  width,
  height,
}: {
  width: number | null
  height: number | null
}): boolean => (width ?? 0) * (height ?? 0) > MAX_PIXELS
